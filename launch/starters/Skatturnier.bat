@echo off
rem Finds a Python that fits, starts the program and opens the browser.
setlocal
chcp 65001 >nul
title Skatturnier
rem By its whole path: cmd changes to no folder of a network (\\server\share), and what pushd maps for
rem one stays when Ctrl+C ends this file.
set "PROGRAM=%~dp0run.py"
if not exist "%PROGRAM%" (
    echo.
    echo   Bitte erst auspacken: Rechtsklick auf die ZIP-Datei, "Alle extrahieren ...", dann
    echo   Skatturnier.bat in dem neuen Ordner doppelklicken.
    echo.
    echo   Please unpack first: right-click the ZIP file, "Extract all ...", then double-click
    echo   Skatturnier.bat in the new folder.
    echo.
    pause
    exit /b 1
)
set "FOUND="
rem First those that the libraries in wheels\ are for, then any: run.py says what does not fit.
for %%V in (@PYTHONS@) do (
    if not defined FOUND (
        py -%%V -c "import sys, sysconfig; sys.exit(sysconfig.get_platform() != 'win-amd64')" >nul 2>nul && set "FOUND=py -%%V"
    )
)
for %%P in ("python" "python3" "py -3") do (
    if not defined FOUND (
        %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && set "FOUND=%%~P"
    )
)
if not defined FOUND (
    echo.
    echo   Skatturnier braucht Python @BEST@, "Windows installer (64-bit)". Es ist kostenlos:
    echo   https://www.python.org/downloads/windows/
    echo   Beim Einrichten "Add python.exe to PATH" ankreuzen, danach diese Datei
    echo   noch einmal doppelklicken. Es passen auch: @PYTHONS@.
    echo.
    echo   Skatturnier needs Python @BEST@, "Windows installer (64-bit)", which is free: see the
    echo   address above. Tick "Add python.exe to PATH", then double-click this file again.
    echo.
    pause
    exit /b 1
)
%FOUND% "%PROGRAM%" --open %*
if errorlevel 1 pause
