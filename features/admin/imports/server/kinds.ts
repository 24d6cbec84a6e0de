// Defines what imports of targets, of people, and of contacts do differently.
import type { z } from 'zod'
import { invalid } from '#core/contract/errors.ts'
import type { Stages } from '#core/contract/stages.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { suggestContacts } from '../contactSuggestions.ts'
import type { ImportColumn, ImportKind, MappingPart } from '../contract.ts'
import { ContactMapping, type Mapping, PeopleMapping, TargetMapping } from '../mappingContract.ts'
import { contactProblems, peopleProblems, targetProblems } from '../mappingProblems.ts'
import type { Nameable } from '../meanings.ts'
import { suggestPeople, suggestTargets } from '../suggestions.ts'
import type { ImportPorts } from './ports.ts'
import { readSources } from './readSources.ts'
import { readStages } from './readStages.ts'
import { ownersOf } from './rowOwners.ts'
import type { GoodRow, Importer, ImportUndo } from './run.ts'
import { contactImporter, contactUndo, sumContacts } from './runContacts.ts'
import { peopleImporter, peopleUndo, sumPeople } from './runPeople.ts'
import { sumTargets, targetImporter, targetUndo } from './runTargets.ts'
import type { StoredImport } from './store.ts'

type Kind<M extends Mapping> = {
  schema: z.ZodType<M>
  /** `stages` and `sources` are null for a firm without them. */
  problemsOf(
    mapping: M,
    columns: ImportColumn[],
    stages: Stages | null,
    sources: readonly string[] | null,
  ): Record<string, string>
  /** `userId` is the person who uploaded the file. */
  suggest(tx: Tx, columns: ImportColumn[], people: Nameable[], userId: string): Promise<M>
  /** Throws if the mapping names people who aren't in this firm. */
  check(tx: Tx, mapping: M): Promise<void>
  importer(
    database: Database,
    stored: StoredImport,
    mapping: M,
    now: string,
    ports: ImportPorts,
  ): Promise<Importer<GoodRow>>
  undo(database: Database, stored: StoredImport, ports: ImportPorts): Promise<ImportUndo>
  /** Counts the imported items that the firm still has. */
  sum(tx: Tx, stored: StoredImport, ports: ImportPorts): Promise<MappingPart[]>
}

type Owned = { owners: Record<string, string>; defaults: { owner: string | null } }

async function checkOwners(tx: Tx, { owners, defaults }: Owned): Promise<void> {
  const known = await ownersOf(tx)
  const strangers = [...Object.values(owners), defaults.owner ?? 'refuse'].filter(
    (owner) => owner !== 'refuse' && !known.has(owner),
  )
  if (strangers.length > 0) throw invalid({ owners: 'A person chosen as an owner isn’t in your firm.' })
}

const targets: Kind<TargetMapping> = {
  schema: TargetMapping,
  problemsOf: targetProblems,
  suggest: async (tx, columns, people) => suggestTargets(columns, people, await readStages(tx), await readSources(tx)),
  check: checkOwners,
  importer: targetImporter,
  undo: targetUndo,
  sum: sumTargets,
}

const people: Kind<PeopleMapping> = {
  schema: PeopleMapping,
  problemsOf: peopleProblems,
  async suggest(tx, columns) {
    const { rows } = await tx.sql<{ domains: string[] }>`select domains from orgs where id = ${currentOrgId}`
    return suggestPeople(columns, rows[0]?.domains ?? [])
  },
  check: async () => undefined,
  importer: peopleImporter,
  undo: async (database, stored, { targets }) => peopleUndo(database, stored, targets),
  sum: (tx, { id, org_id }) => sumPeople(tx, org_id, id),
}

const contacts: Kind<ContactMapping> = {
  schema: ContactMapping,
  problemsOf: contactProblems,
  suggest: async (_, columns, people, userId) => suggestContacts(columns, people, userId),
  check: checkOwners,
  importer: contactImporter,
  undo: async (database, stored, ports) => contactUndo(database, stored, ports),
  sum: sumContacts,
}

export const kinds = { targets, people, contacts } as Record<ImportKind, unknown> as Record<ImportKind, Kind<Mapping>>
