@echo off
rem Finds a Python that is new enough, starts the program and opens the browser.
setlocal
chcp 65001 >nul
title Skatturnier
cd /d "%~dp0"
set "FOUND="
for %%P in ("py -3" "python" "python3") do (
    if not defined FOUND (
        %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && set "FOUND=%%~P"
    )
)
if not defined FOUND (
    echo.
    echo   Skatturnier braucht Python 3.11 oder neuer. Es ist kostenlos:
    echo   https://www.python.org/downloads/windows/
    echo   Beim Einrichten "Add python.exe to PATH" ankreuzen, danach diese Datei
    echo   noch einmal doppelklicken.
    echo.
    echo   Skatturnier needs Python 3.11 or newer, which is free: see the address above.
    echo   Tick "Add python.exe to PATH", then double-click this file again.
    echo.
    pause
    exit /b 1
)
%FOUND% run.py --open %*
if errorlevel 1 pause
