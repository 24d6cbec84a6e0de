import { defineConfig } from '@playwright/test'
import { seeToPrograms } from './tests/programs.ts'
import { chromiumFlags } from './tools/chromium.ts'
import { pathOf } from './tools/programs.ts'

seeToPrograms()

export default defineConfig({
  testDir: '.',
  testMatch: '{app,core,features,tests}/**/*.e2e.ts',
  // A third story on two cores keeps all three waiting for longer than it uses what two leave idle.
  workers: 2,
  fullyParallel: true,
  // A shared machine can starve a browser for seconds; a test that fails three times is broken, one that fails less is reported as flaky.
  retries: process.env.CI ? 2 : 0,
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
    // A trace of every test would take as long as the tests.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
