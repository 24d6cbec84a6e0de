import { defineConfig } from '@playwright/test'
import { isEveryCommit } from './tests/scope.ts'
import { chromiumFlags } from './tools/chromium.ts'
import { pathOf, tryInstallPrograms } from './tools/programs.ts'

tryInstallPrograms(['chromium', 'postgres'])

export default defineConfig({
  testDir: '.',
  testMatch: '{app,core,features,tests}/**/*.e2e.ts',
  // A third story on two cores keeps all three waiting for longer than it uses what two leave idle.
  workers: 2,
  fullyParallel: true,
  // A story that fails once has a race, in itself or in the product.
  retries: 0,
  grep: isEveryCommit ? /@everyCommit/ : undefined,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: 'test-results',
  globalSetup: './tests/demoFirm.ts',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: pathOf('chromium'), args: chromiumFlags },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
