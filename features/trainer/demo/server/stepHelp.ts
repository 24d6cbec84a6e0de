// The vendor's step help in the demo, for all firms.
import type { Tx } from '#core/server/database/tx.ts'
import type { stepStarters } from '#features/targets/forms/contract.ts'
import type { HelpLink } from '../../help/contract.ts'
import { saveVendors } from '../../help/server/routes.ts'
import { starterKey } from '../../help/starters.ts'
import type { WorksheetHead } from '../../worksheets/contract.ts'
import { curriculum } from '../curriculum.ts'

type Linked = {
  /** Title of a lesson and the second that covers the topic. */
  watch: readonly [title: string, second: number]
  /** A question and the title of its worksheet's lesson. */
  write: readonly [title: string, question: string]
}

const helpful: Record<(typeof stepStarters)[number], Linked> = {
  Research: {
    watch: ['Spot the event before the need', 15],
    write: ['Cut your list to nine names', 'What changed for them in the last year?'],
  },
  'Follow up': {
    watch: ['Follow up without chasing', 12],
    write: ['Wake up a silent contact', 'What is my first line?'],
  },
  Send: {
    watch: ['Send one page, not a brochure', 29],
    write: ['Write the proposal backward', 'What is our answer, in one sentence?'],
  },
  Invite: {
    watch: ['Leave an event with two conversations', 14],
    write: ['Three questions for a first meeting', 'Who will be there, and what do I want to learn?'],
  },
  Introduce: {
    watch: ['Bring a colleague in', 30],
    write: ['Map who knows whom', 'Which of us knows them, and how well?'],
  },
  Schedule: {
    watch: ['End each meeting with a date', 14],
    write: ['Cut your list to nine names', 'What is my next step, and when?'],
  },
  Ask: {
    watch: ['Ask for the introduction', 25],
    write: ['Map who knows whom', 'What will I ask, and who will I ask?'],
  },
}

/** Needs lessons and worksheets. `lessonIds` is keyed by lesson number. */
export async function linkStepHelp(tx: Tx, lessonIds: ReadonlyMap<number, string>): Promise<void> {
  const idOf = (title: string) => lessonIds.get(curriculum.lessons.find((lesson) => lesson.title === title)!.number)!
  const { rows: sheets } = await tx.sql<{ id: string; lesson_id: string; questions: WorksheetHead[] }>`
    select w.id, w.lesson_id, v.questions from worksheets w join worksheet_versions v on v.worksheet_id = w.id and v.version = w.version`
  for (const [starter, { watch, write }] of Object.entries(helpful)) {
    const sheet = sheets.find(({ lesson_id }) => lesson_id === idOf(write[0]))!
    const question = sheet.questions.find(({ text }) => text === write[1])!.key
    const links: HelpLink[] = [
      { kind: 'lesson', id: idOf(watch[0]), second: watch[1] },
      { kind: 'question', id: sheet.id, question },
    ]
    await saveVendors(tx, starterKey(starter), links)
  }
}
