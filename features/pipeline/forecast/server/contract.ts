// Figures of the forecast that other features show. Private Targets are never included.
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Team } from '#features/targets/figures/server/contract.ts'
import type { ThisAndNextQuarter } from '../figuresContract.ts'

/** `today` is the firm's day. */
export type TeamForecast = (tx: Tx, team: Team & { today: string }) => Promise<ThisAndNextQuarter>

export const teamForecast = definePort<TeamForecast>('pipeline.teamForecast')
