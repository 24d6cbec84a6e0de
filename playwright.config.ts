import { defineConfig } from '@playwright/test'
import { isEveryCommit } from './tests/scope.ts'
import { chromiumFlags } from './tools/chromium.ts'
import { pathOf, tryInstallPrograms } from './tools/programs.ts'

tryInstallPrograms(['chromium', 'postgres'])

export default defineConfig({
  testDir: '.',
  testMatch: '{app,core,features,tests}/**/*.e2e.ts',
  // Uses two workers. On two cores a third worker makes every test wait longer than the idle time it would fill.
  workers: 2,
  fullyParallel: true,
  // No retries: a test that fails only sometimes has a race, in itself or in the product.
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
