// Contract of step help: for each word that starts a step, links to helpful places in the product.

import { z } from 'zod'
import { id, requiredText } from '#core/contract/fields.ts'
import { limitIs } from '#core/contract/phrases.ts'
import { defineRoute } from '#core/contract/route.ts'
import { limits } from '../lessons/contract.ts'
import { WorksheetHead } from '../worksheets/contract.ts'

/** Maximum characters of a starter, and maximum number of links stored and shown for one. */
export const helpLimits = { starter: 40, links: 3 } as const

/**
 * A lesson at a second, a worksheet's question by its key, or an asset. `id` is that of the lesson (including the
 * firm's own), the worksheet, or the asset.
 */
export const HelpLink = z.union([
  z.strictObject({ kind: z.literal('lesson'), id, second: z.int().min(0).max(limits.seconds) }),
  z.strictObject({ kind: z.literal('question'), id, question: z.string().regex(/^q\d{1,4}$/) }),
  z.strictObject({ kind: z.literal('asset'), id }),
])
export type HelpLink = z.infer<typeof HelpLink>

/** A link as it is displayed. */
export const ShownLink = z.object({
  kind: z.enum(['lesson', 'question', 'asset']),
  title: z.string(),
  /** One-line summary such as 'Lesson 14, from 6:20, 3 minutes'. */
  about: z.string(),
  /** Path within the app that opens exactly there. */
  path: z.string(),
  /** Data for the image of a curriculum lesson. */
  poster: z.object({ place: z.int(), number: z.int() }).nullable(),
})
export type ShownLink = z.infer<typeof ShownLink>

/** `starter` is in lower case without accents. */
export const StepHelpLink = z.object({
  help: z.array(z.object({ starter: z.string(), links: z.array(ShownLink) })),
})
export type StepHelpLink = z.infer<typeof StepHelpLink>

export const LinkedLesson = z.object({
  id,
  /** 0 for one of the firm's own lessons. */
  number: z.int(),
  title: z.string(),
  seconds: z.int(),
  worksheet: z.object({ id, questions: z.array(WorksheetHead) }).nullable(),
})
export type LinkedLesson = z.infer<typeof LinkedLesson>

/** An editor's links, and everything that can be linked. */
export const HelpLinks = z.object({
  help: z.array(z.object({ starter: z.string(), links: z.array(HelpLink) })),
  lessons: z.array(LinkedLesson),
  assets: z.array(z.object({ id, name: z.string() })),
})
export type HelpLinks = z.infer<typeof HelpLinks>

export const HelpInput = z.strictObject({
  starter: requiredText(helpLimits.starter),
  /** An empty list removes the help. */
  links: z.array(HelpLink).max(helpLimits.links, limitIs(helpLimits.links)),
})
export type HelpInput = z.infer<typeof HelpInput>

export const routes = {
  help: defineRoute({
    name: 'trainer.help',
    method: 'GET',
    path: 'trainer/help',
    summary: 'List help for steps that begin with one of these words, with links that I can open',
    answer: StepHelpLink,
  }),
  links: defineRoute({
    name: 'trainer.helpLinks',
    method: 'GET',
    path: 'trainer/help/links',
    summary: 'List the step help linked by the firm’s admins or by operators, and what can be linked',
    answer: HelpLinks,
  }),
  setHelp: defineRoute({
    name: 'trainer.setHelp',
    method: 'PUT',
    path: 'trainer/help',
    summary: 'Set the help for steps that begin with a word, replacing earlier links',
    body: HelpInput,
  }),
}
