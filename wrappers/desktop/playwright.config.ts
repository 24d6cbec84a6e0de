import { defineConfig } from '@playwright/test'
import { chromiumFlags } from '#tools/chromium.ts'
import { pathOf, tryInstallPrograms } from '#tools/programs.ts'

tryInstallPrograms(['chromium', 'postgres'])

export default defineConfig({
  testDir: 'drive',
  testMatch: '*.e2e.ts',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: '../../test-results/desktop',
  globalSetup: './drive/prepare.ts',
  // The fixtures of a firm also offer a page in Chromium.
  use: { launchOptions: { executablePath: pathOf('chromium'), args: chromiumFlags } },
})
