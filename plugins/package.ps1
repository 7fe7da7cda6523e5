#!/usr/bin/env pwsh
# Packages and signs an application: ./package.ps1 -Plugin platform-hello
# A thin wrapper: every option is the packager's own, `./package.ps1 help` lists them.
$root = Split-Path -Parent $PSScriptRoot
$suffix = if ($IsWindows -or $env:OS -eq 'Windows_NT') { '.exe' } else { '' }
$node = Join-Path $root "node_modules/node/bin/node$suffix"
if (-not (Test-Path $node)) {
  Write-Error "Node is not installed here. Run npm install in $root first."
  exit 2
}
& $node (Join-Path $root 'packages/packager/src/cli.ts') @args
exit $LASTEXITCODE
