// Adding external content: a link is pasted, previewed, and added, or described manually if the provider has no
// preview.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { LinkPreviewData, linkMessages } from './contract.ts'

const test = base.extend<{ answer: (said: Answer) => void; dialog: Page }, { client: string }>({
  client: [
    // biome-ignore lint/correctness/noEmptyPattern: how fixtures are written
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'pursuit-links-'))
      const root = join(import.meta.dirname, 'testing')
      const settings = { configFile: false, logLevel: 'error', root, build: { outDir, emptyOutDir: true } } as const
      await build({ ...settings, plugins: [react()] })
      const server = await preview({ ...settings, preview: { port: 0, host: '127.0.0.1' } })
      await use(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`)
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  answer: async ({ page }, use) => {
    let said: Answer = refused
    await page.route('**/api/link/preview', async (route) => {
      const answer = said
      if (answer === 'nothing') return route.abort()
      if (answer === 'wait') return
      return route.fulfill({ status: 'id' in answer ? 200 : 400, json: answer })
    })
    await use((next) => {
      said = next
    })
  },
  dialog: async ({ page, client, answer }, use) => {
    answer(refused)
    await page.goto(client)
    await page.getByRole('button', { name: 'Add external content', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await use(page)
  },
})

type Answer = LinkPreviewData | typeof refused | 'nothing' | 'wait'
const refused = { message: linkMessages.noPreview, code: 'invalid', errors: { url: linkMessages.noPreview } }
const found = LinkPreviewData.parse({
  id: '11111111-1111-4111-8111-111111111111',
  provider: 'Vimeo',
  title: 'Interest rates and your credit line',
  description: '',
  thumbnail: '/broken.jpg',
  width: 800,
  height: 450,
  duration: '06:48',
  seconds: 408,
  url: 'https://vimeo.com/412008175',
})

const link = (page: Page) => page.getByRole('textbox', { name: 'Content link' })
const add = (page: Page) => page.getByRole('button', { name: 'Add External Content', exact: true })
const added = async (page: Page) => JSON.parse((await page.getByLabel('Added', { exact: true }).textContent()) ?? '[]')
const isSound = async (page: Page) => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

test('previews a pasted link and adds it', async ({ dialog, answer }) => {
  answer('wait')
  await link(dialog).fill('https://vimeo.com/412008175?share=copy')
  await expect(dialog.getByText('Looking at the link…')).toBeVisible()
  await isSound(dialog)
  answer(found)
  await link(dialog).fill('https://vimeo.com/412008175')
  await link(dialog).fill('https://youtu.be/dQw4w9WgXcQ')
  await expect(dialog.getByText('Interest rates and your credit line')).toBeVisible()
  await expect(dialog.getByText('06:48')).toBeVisible()
  await expect(dialog.getByText(linkMessages.noDescription)).toBeVisible()
  await isSound(dialog)
  await add(dialog).click()
  await expect(dialog.getByRole('dialog')).toBeHidden()
  expect(await added(dialog)).toEqual([
    {
      preview_id: found.id,
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      title: found.title,
      description: '',
      provider: 'YouTube',
      thumbnail: found.thumbnail,
      duration: '06:48',
    },
  ])
})

test('lets people edit the found text, and replaces a broken image with a drawing', async ({ dialog, answer }) => {
  answer(found)
  await link(dialog).fill('https://vimeo.com/412008175')
  await dialog.getByRole('button', { name: 'Enter details' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expect(dialog.locator('img')).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Ask your bank this')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Seven minutes before you call.')
  await isSound(dialog)
  await add(dialog).click()
  expect(await added(dialog)).toMatchObject([
    { preview_id: found.id, title: 'Ask your bank this', description: 'Seven minutes before you call.' },
  ])
})

test('reports a provider without a preview, and accepts a typed title and description', async ({ dialog, answer }) => {
  await link(dialog).fill('https://1drv.ms/v/s!AkQ1?e=abc')
  await expect(dialog.getByText(linkMessages.noPreview)).toBeVisible()
  await add(dialog).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await isSound(dialog)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Our panel in June')
  await add(dialog).click()
  expect(await added(dialog)).toMatchObject([
    {
      preview_id: null,
      url: 'https://1drv.ms/v/s!AkQ1?e=abc',
      title: 'Our panel in June',
      description: '',
      provider: 'OneDrive',
    },
  ])
  answer(found)
})

test('shows errors under the field without a link and for unknown sites, and adds nothing', async ({ dialog }) => {
  await add(dialog).click()
  await expect(dialog.getByText(linkMessages.required)).toBeVisible()
  await link(dialog).fill('https://elsewhere.example/video')
  await link(dialog).press('Enter')
  await expect(dialog.getByText(linkMessages.noPreview)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await added(dialog)).toEqual([])
})

test('reports being offline, keeps the typed text, and retries on request', async ({ dialog, answer }) => {
  answer('nothing')
  await link(dialog).fill('https://vimeo.com/412008175')
  await expect(dialog.getByText(/internet connection/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Typed meanwhile')
  answer(found)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('06:48')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Typed meanwhile')
})
