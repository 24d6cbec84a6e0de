import type { Page } from '@playwright/test'
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { button, type Picture, untilPlaced } from '#tests/pictures.ts'

const as = (name: string, prepare: (page: Page) => Promise<unknown>): Picture => ({
  name: `assets-${name}`,
  path: '/viewer/assets',
  person: 'admin',
  prepare,
})

const names = [
  'BD plan 2027, Corporate',
  'Client interview: questions',
  'Conflict check, step by step',
  'Fee table, three options',
  'Style of our letters',
]

async function choose(page: Page, name: string) {
  await button(page, 'Upload').click()
  const dialog = page.getByRole('dialog', { name: 'UPLOAD' })
  const buffer = await aPdf([`${name}, page 1`, 'What we agreed on fees and conflicts'])
  await dialog.locator('input[type=file]').setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer })
  await dialog.getByText(`Selected file: ${name}.pdf`).waitFor()
  return dialog
}

/** Uploads what the list lacks, so that each screenshot works independently. */
async function fill(page: Page) {
  await page.getByLabel('Filter by keyword').waitFor()
  await page.getByText(/^\d+ assets?$/).waitFor()
  for (const name of names) {
    if (await page.getByRole('link', { name }).first().isVisible()) continue
    const dialog = await choose(page, name)
    await dialog.getByLabel('Everyone, including people who join later').check()
    await dialog.getByRole('button', { name: 'Upload Asset' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.getByRole('link', { name: names[4]! }).first().waitFor()
}

export const pictures: Picture[] = [
  as('list', fill),
  as('menu', async (page) => {
    await fill(page)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  }),
  as('found', async (page) => {
    await fill(page)
    await page.getByLabel('Filter by keyword').fill('conflict')
    await page.getByRole('heading', { name: 'In the files' }).waitFor()
  }),
  as('upload', (page) => choose(page, 'Pitch deck, construction')),
  as('upload-several', async (page) => {
    await button(page, 'Upload').click()
    await button(page, 'Upload several files').click()
    const dialog = page.getByRole('dialog', { name: 'Upload several files' })
    const buffer = await aPdf(['What we agreed on fees'])
    const chosen = ['Pitch deck, construction.pdf', 'Seminar guest list, spring 2027, with the speakers.pdf']
    const files = chosen.map((name) => ({ name, mimeType: 'application/pdf', buffer }))
    await dialog.locator('input[type=file]').setInputFiles(files)
    await dialog.getByRole('listitem').nth(1).waitFor()
  }),
  as('upload-errors', async (page) => {
    await button(page, 'Upload').click()
    await page.getByRole('button', { name: 'Upload Asset' }).click()
    await page.getByText('Asset name is required.').waitFor()
  }),
  {
    ...as('report', async (page) => {
      await page.getByRole('heading', { level: 1, name: /Assets/ }).waitFor()
      const plan = button(page, 'Details for BD plan 2027, Corporate')
      await untilPlaced(page, plan)
      await plan.click()
      await page.getByRole('list', { name: 'Who opened it' }).or(page.getByText('No one has opened it yet.')).waitFor()
    }),
    path: '/viewer/pipeline/assets',
    person: 'morgan',
  },
  as('access', async (page) => {
    await fill(page)
    await button(page, /^\d+ users$/).click()
    await page.getByText('Not opened yet').first().waitFor()
  }),
  as('versions', async (page) => {
    await fill(page)
    await button(page, /^Actions for/).click()
    await page.getByRole('menuitem', { name: 'Versions and readers' }).click()
    await page.getByText('Version 1').waitFor()
  }),
  as('file', async (page) => {
    await fill(page)
    const path = await page.getByRole('link', { name: names[0]! }).first().getAttribute('href')
    await page.goto(path!)
    await page.getByText(/^page 1 of \d+$/).waitFor()
  }),
]
