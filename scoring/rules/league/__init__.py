"""The league (docs/law.md "League")."""
