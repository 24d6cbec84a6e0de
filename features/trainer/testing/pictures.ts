// The Trainer's screens, for `npm run screenshots`.
import type { Page } from '@playwright/test'
import { asDana, asMorgan, button, type Picture } from '#tests/pictures.ts'

const openSheet = (title: string) => async (page: Page) => {
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

export const pictures: readonly Picture[] = [
  asDana('trainer-lessons', '/trainers/lessons', (page) => page.getByRole('article').first().waitFor()),
  asDana('trainer-lessons-filtered', '/trainers/lessons', async (page) => {
    await button(page, /^Started \(Not Completed\)/).click()
    await page.getByRole('article').first().waitFor()
  }),
  asDana('trainer-lesson', '/trainers/lessons', async (page) => {
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your progress' }).waitFor()
  }),
  asDana('trainer-lesson-transcript', '/trainers/lessons', async (page) => {
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Transcript' }).click()
    await page.getByRole('textbox', { name: 'Search the transcript' }).waitFor()
  }),
  asDana('trainer-lesson-step', '/trainers/lessons', async (page) => {
    await page.getByRole('link', { name: 'Continue' }).click()
    await button(page, 'Make this my next step').click()
    await page.getByRole('textbox', { name: 'Step' }).waitFor()
    await page.getByRole('textbox', { name: 'Step' }).scrollIntoViewIfNeeded()
  }),
  asDana('trainer-lesson-captions', '/trainers/lessons', async (page) => {
    await page.getByRole('link', { name: 'Continue' }).click()
    // The setting persists for the next screenshot.
    if ((await button(page, 'Captions').getAttribute('aria-pressed')) !== 'true') await button(page, 'Captions').click()
    await page.getByRole('slider', { name: 'Position' }).fill('8')
    await page.locator('video').evaluate(
      (video) =>
        new Promise((seeked) => {
          video.onseeked = seeked
          setTimeout(seeked, 2000)
        }),
    )
  }),
  asDana('trainer-lesson-of-firm', '/trainers/firmcontent', async (page) => {
    await page.getByRole('link', { name: 'How our five groups introduce one another' }).click()
    await page.getByRole('heading', { name: 'Your progress' }).waitFor()
    await page.getByRole('link', { name: 'Transcript' }).waitFor()
  }),
  asDana('trainer-worksheets', '/trainers/worksheets', (page) => page.getByRole('listitem').first().waitFor()),
  asDana('trainer-worksheet', '/trainers/worksheets', openSheet('Cut your list to nine names')),
  asDana('trainer-worksheet-typed', '/trainers/worksheets', async (page) => {
    await openSheet('Write the proposal backward')(page)
    await page.getByRole('textbox').nth(1).pressSequentially('Will it hurt us? ')
  }),
  asDana('trainer-worksheet-earlier', '/trainers/worksheets', async (page) => {
    await openSheet('Cut your list to nine names')(page)
    await button(page, 'Earlier answers').click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  asDana('trainer-worksheet-step', '/trainers/worksheets', async (page) => {
    await openSheet('Cut your list to nine names')(page)
    await button(page, 'Turn this into a step').click()
  }),
  {
    name: 'trainer-firmcontent',
    path: '/trainers/firmcontent',
    person: 'admin',
    prepare: (page) =>
      page
        .getByText(/^Added /)
        .first()
        .waitFor(),
  },
  {
    name: 'trainer-firmcontent-add',
    path: '/trainers/firmcontent',
    person: 'admin',
    prepare: async (page) => {
      await page
        .getByText(/^Added /)
        .first()
        .waitFor()
      await button(page, 'Add Lesson').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Lesson title').fill('Fees for a carve-out, explained')
      await dialog
        .getByLabel('Lesson description')
        .fill('What we charge when a client sells a part of a company, and how we explain it on one page to its board.')
    },
  },
  {
    name: 'trainer-firmcontent-delete',
    path: '/trainers/firmcontent',
    person: 'admin',
    prepare: async (page) => {
      await page
        .getByText(/^Added /)
        .first()
        .waitFor()
      if (await button(page, /^Actions for/).count()) {
        await button(page, /^Actions for/)
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else
        await button(page, /^Delete /)
          .first()
          .click()
      await page.getByText(/watched it/).waitFor()
    },
  },
  {
    name: 'curriculum',
    path: '/admin/curriculum',
    person: 'operator',
    prepare: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'curriculum-lesson',
    path: '/admin/curriculum',
    person: 'operator',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Cut your list to nine names' }).click()
      await page.getByRole('heading', { name: 'Worksheet', exact: true }).waitFor()
    },
  },
  asDana('trainer-record', '/trainers/record', (page) => page.getByText('minutes watched.').waitFor()),
  asMorgan('trainer-progress', '/trainers/progress', (page) =>
    page.getByText('Dana Reyes').filter({ visible: true }).first().waitFor(),
  ),
  asMorgan('trainer-progress-person', '/trainers/progress', async (page) => {
    await page
      .getByRole('button', { name: /Dana Reyes/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('list', { name: 'Assigned to Dana Reyes' }).waitFor()
  }),
  asMorgan('trainer-assign', '/trainers/progress', async (page) => {
    await button(page, 'Assign').click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  }),
  asMorgan('trainer-lesson-assign', '/trainers/lessons', async (page) => {
    await page.getByRole('link', { name: 'Be easy to send work to' }).first().click()
    // The list has a button of this name, too.
    await page.getByRole('heading', { level: 1, name: 'Be easy to send work to' }).waitFor()
    await button(page, /^Assign/).click()
    await page.getByRole('list', { name: 'Matching people and groups' }).waitFor()
  }),
  asDana('trainer-step-help', '/targets/active', async (page) => {
    await page
      .getByRole('article')
      .filter({ has: page.getByText(/^(?:Send|Invite|Ask|Schedule|Introduce|Research|Follow up) /) })
      .first()
      .getByRole('link')
      .first()
      .click()
    const help = page.getByRole('region', { name: 'Help me with this step' })
    await help.scrollIntoViewIfNeeded()
    const head = help.getByRole('button')
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    await help.getByRole('link').first().waitFor()
  }),
  {
    name: 'admin-step-help',
    path: '/admin/help',
    person: 'operator',
    prepare: (page) => page.getByRole('list', { name: 'Links for Send' }).waitFor(),
  },
  {
    name: 'admin-step-help-edit',
    path: '/admin/help',
    person: 'operator',
    async prepare(page) {
      await button(page, 'Edit help for Send').click()
      await page.getByRole('dialog').getByRole('group', { name: 'Link 1' }).waitFor()
    },
  },
]
