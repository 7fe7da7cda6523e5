#!/usr/bin/env pwsh
# Packages and signs an application: ./package.ps1 -Plugin platform-hello
# A thin wrapper: every option is the packager's own, `./package.ps1 -Help` lists them.
$root = Split-Path -Parent $PSScriptRoot
$arguments = if ($args.Count -eq 1 -and $args[0] -ieq '-Help') { @('help') } else { $args }
Push-Location $root
try {
  & npm run --silent package -- @arguments
  exit $LASTEXITCODE
}
finally {
  Pop-Location
}
