import type { Picture } from '#tests/pictures.ts'

export const pictures: readonly Picture[] = [
  {
    name: 'admin-pipeline',
    path: '/admin/pipeline',
    person: 'admin',
    prepare: (page) => page.getByText(/^You say 60%/).waitFor(),
  },
  {
    name: 'viewer-forecast',
    path: '/viewer/pipeline/forecast',
    person: 'morgan',
    prepare: (page) => page.getByRole('heading', { name: 'Changed since Monday' }).waitFor(),
  },
  {
    name: 'viewer-forecast-rows',
    path: '/viewer/pipeline/forecast',
    person: 'morgan',
    async prepare(page) {
      await page.getByRole('heading', { name: 'Changed since Monday' }).waitFor()
      const { search } = new URL(page.url())
      await page.goto(`/viewer/pipeline/forecast-rows${search || '?'}&which=no_date.open&from=forecast`)
      await page.getByText('Open, No date').waitFor()
    },
  },
]
