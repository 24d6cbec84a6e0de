// Functions that Admin offers to other features of the server.

import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'

/**
 * Adds people to a firm and to the sign-in directory, in a transaction without row-level security. Throws the Refusal
 * 'taken' for a taken email address.
 */
export type AddPeople = (
  tx: Tx,
  orgId: string,
  people: { email: string; first_name: string; last_name: string }[],
) => Promise<{ id: string }[]>
export const addPeople = definePort<AddPeople>('admin.addPeople')

/** Ends the exports of a firm, which name people who were erased since. The firm can be exported again. */
export const endFirmExports = definePort<(tx: Tx, orgId: string) => Promise<unknown>>('admin.endFirmExports')
