// Creates as many lessons as the product has, some with a worksheet.
import { withoutRls } from '#core/server/database/tx.ts'
import { addCategory, addPublishedLesson } from '#features/trainer/lessons/server/publishing.ts'
import { saveWorksheet } from '#features/trainer/worksheets/server/editing.ts'
import type { Api } from '#tests/api.ts'

const text = {
  instructions: 'Choose one Target.',
  questions: [{ text: 'What changed?' }, { text: 'What is next?' }],
  parameters: [{ text: 'Client 1' }],
}

export type SampleLesson = { id: string; title: string; worksheet: string | null }

/** Creates lessons of 100 seconds. Every third has a worksheet. */
export async function aCurriculum(api: Api, count = 24): Promise<SampleLesson[]> {
  return withoutRls(api.database, async (tx) => {
    const lessons: SampleLesson[] = []
    const categories = [
      await addCategory(tx, { name: 'Starting', description: '', position: 1 }),
      await addCategory(tx, { name: 'Meeting', description: '', position: 2 }),
    ]
    for (let number = 1; number <= count; number++) {
      const title = `How to begin, part ${number}`
      const words = { title, description: '', homework: '', handle: `begin-${number}`, transcript: '' }
      const categoryId = categories[number > count / 2 ? 1 : 0]!
      const id = await addPublishedLesson(tx, { ...words, categoryId, number, position: number, seconds: 100 })
      const worksheet = number % 3 === 0 ? (await saveWorksheet(tx, id, text)).id : null
      lessons.push({ id, title, worksheet })
    }
    return lessons
  })
}
