// Help with a step: for each word that begins one, places in the product that help with it. Nouns and calls, no rules.

import { z } from 'zod'
import { id, requiredText } from '#core/contract/fields.ts'
import { limitIs } from '#core/contract/phrases.ts'
import { defineRoute } from '#core/contract/route.ts'
import { limits } from '../lessons/contract.ts'
import { WorksheetHead } from '../worksheets/contract.ts'

/** Characters of a starter; places that are kept for one, and that are shown. */
export const helpLimits = { starter: 40, links: 3 } as const

/** A lesson at a second, a question of a worksheet by its key, or an asset. `id` is the lesson's (one of the firm's own, too), the worksheet's or the asset's. */
export const HelpLink = z.union([
  z.strictObject({ kind: z.literal('lesson'), id, second: z.int().min(0).max(limits.seconds) }),
  z.strictObject({ kind: z.literal('question'), id, question: z.string().regex(/^q\d{1,4}$/) }),
  z.strictObject({ kind: z.literal('asset'), id }),
])
export type HelpLink = z.infer<typeof HelpLink>

/** A place as it is shown. */
export const ShownLink = z.object({
  kind: z.enum(['lesson', 'question', 'asset']),
  title: z.string(),
  /** What it is, in a line: 'Lesson 14, from 6:20, 3 minutes'. */
  about: z.string(),
  /** An address of the app, which opens right there. */
  path: z.string(),
  /** Of a lesson of the curriculum: what draws its picture. */
  poster: z.object({ place: z.int(), number: z.int() }).nullable(),
})
export type ShownLink = z.infer<typeof ShownLink>

/** `starter` in small letters, without accents. */
export const StepHelpLink = z.object({
  help: z.array(z.object({ starter: z.string(), links: z.array(ShownLink) })),
})
export type StepHelpLink = z.infer<typeof StepHelpLink>

export const LinkedLesson = z.object({
  id,
  /** 0 for one of the firm's own. */
  number: z.int(),
  title: z.string(),
  seconds: z.int(),
  worksheet: z.object({ id, questions: z.array(WorksheetHead) }).nullable(),
})
export type LinkedLesson = z.infer<typeof LinkedLesson>

/** What an editor has linked, and what can be linked. */
export const HelpLinks = z.object({
  help: z.array(z.object({ starter: z.string(), links: z.array(HelpLink) })),
  lessons: z.array(LinkedLesson),
  assets: z.array(z.object({ id, name: z.string() })),
})
export type HelpLinks = z.infer<typeof HelpLinks>

export const HelpInput = z.strictObject({
  starter: requiredText(helpLimits.starter),
  /** None takes the help away. */
  links: z.array(HelpLink).max(helpLimits.links, limitIs(helpLimits.links)),
})
export type HelpInput = z.infer<typeof HelpInput>

export const routes = {
  help: defineRoute({
    name: 'trainer.help',
    method: 'GET',
    path: 'trainer/help',
    summary: 'What helps with a step that begins with one of these words: places that I may open',
    answer: StepHelpLink,
  }),
  links: defineRoute({
    name: 'trainer.helpLinks',
    method: 'GET',
    path: 'trainer/help/links',
    summary: 'What a firm’s admin has linked for the firm, or operators for all firms, and what can be linked',
    answer: HelpLinks,
  }),
  setHelp: defineRoute({
    name: 'trainer.setHelp',
    method: 'PUT',
    path: 'trainer/help',
    summary: 'Link what helps with steps that begin with a word, in place of what was linked before',
    body: HelpInput,
  }),
}
