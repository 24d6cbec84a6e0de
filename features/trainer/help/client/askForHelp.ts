import { cellOf } from '#core/client/answers.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { stepHelpQuery } from '../queries.ts'

/** Loads all links, from the device first, as StepHelp does. */
export const askForHelp = (engine: Engine): Promise<void> => cellOf(engine, stepHelpQuery, undefined, {}).ask()
