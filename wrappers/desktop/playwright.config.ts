import { defineConfig } from '@playwright/test'

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
})
