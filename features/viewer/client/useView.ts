// Whom and when the Viewer shows: what the address says, else what was remembered, else the first that there is.
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useSession } from '#core/client/session.ts'
import { useFilters } from '#core/client/useFilters.ts'
import { useToday } from '#core/client/useToday.ts'
import { day } from '#core/contract/fields.ts'
import { type Days, daysOfPreset, type ViewerPreset, validateDays, viewerPresets } from '#core/contract/ranges.ts'
import { type NarrowedTo, narrowing, type ScopeKey } from '#core/contract/viewerReport.ts'
import type { Graph, Viewer } from '../contract.ts'
import { type RememberedView, rememberedView, rememberView } from './viewMemory.ts'

const fields = {
  view: z.string().max(60),
  start: day,
  end: day,
  which: z.string().max(100),
  ...narrowing,
  panel: z.literal('folded'),
  from: z.string().max(40),
}

export type ReportView = {
  /** Null where the report can be about nothing that this person may see. */
  graph: Graph | null
  /** The person or group that was looked at before, where this can't be about them. */
  left: Graph | null
  days: Days
  which: string | undefined
  /** The Targets that a report is narrowed to. */
  narrowed: NarrowedTo
  choose: (graph: Graph) => void
  chooseDays: (days: Days, preset?: ViewerPreset) => void
  chooseWhich: (which: string | undefined) => void
  /** An empty text takes it away. */
  narrow: (name: keyof NarrowedTo, to: string) => void
  /** Whom and when are a line. */
  isFolded: boolean
  fold: (isFolded: boolean) => void
  /** The report, or 'dashboard', whose figure led here. */
  from: string | undefined
  /** What a link to another report takes along. */
  search: Record<string, string>
}

const nameOf = ({ key, id }: Graph) => `${key}:${id}`

/** The one that is wanted, else the first of the person's groups, else the first there is. */
export const shownFor = (wanted: Graph | undefined, fitting: readonly Graph[]): Graph | null =>
  fitting.find((graph) => graph === wanted) ??
  fitting.find(({ key, id }) => key === 'group' && wanted?.groups.includes(id)) ??
  fitting[0] ??
  null

/** `keys`: what the report can be about; any, where it is not known yet. */
export function useView({ graphs }: Pick<Viewer, 'graphs'>, keys: readonly ScopeKey[] | undefined): ReportView {
  const user = useSession()?.user.id ?? ''
  const today = useToday()
  const [{ view, start, end, which, panel, from, ...narrowed }, change] = useFilters(fields)
  const kept = rememberedView(user)
  const fitting = keys ? graphs.filter(({ key }) => keys.includes(key)) : graphs
  const named = (name: string | undefined) => graphs.find((graph) => nameOf(graph) === name)
  const wanted = named(view) ?? named(kept.view)
  const graph = shownFor(wanted, fitting)
  const days = chosenDays({ start, end }, kept, today)
  const [isFolded, setFolded] = useState(panel === 'folded' || kept.isFolded === true)
  // A person stays in the address of what is about groups only, for the way back.
  const inAddress = wanted ?? graph
  const said = inAddress ? nameOf(inAddress) : undefined
  // A link to what is seen says whom and when.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another one each time
  useEffect(() => {
    if (said && (view !== said || start !== days.start || end !== days.end)) change({ view: said, ...days })
  }, [said, view, start, end, days.start, days.end])
  return {
    graph,
    left: wanted && wanted !== graph ? wanted : null,
    days,
    which,
    narrowed,
    choose: (next) => {
      rememberView(user, { view: nameOf(next) })
      change({ view: nameOf(next) })
    },
    chooseDays: (next, preset) => {
      rememberView(user, { days: preset ? { preset } : next })
      change(next)
    },
    chooseWhich: (next) => change({ which: next }),
    narrow: (name, to) => change({ [name]: to }),
    isFolded,
    fold: (next) => {
      setFolded(next)
      rememberView(user, { isFolded: next })
      change({ panel: next ? 'folded' : undefined })
    },
    from,
    search: { ...(said && { view: said }), ...days },
  }
}

/** Days of the address that no report has count for nothing. */
function chosenDays({ start, end }: Partial<Days>, { days: kept }: RememberedView, today: string): Days {
  const isGood = (days: Days) => Object.keys(validateDays(days, today)).length === 0
  if (start !== undefined && end !== undefined && isGood({ start, end })) return { start, end }
  if (kept && 'start' in kept && isGood(kept)) return kept
  const preset = kept && 'preset' in kept ? viewerPresets.find((one) => one === kept.preset) : undefined
  return daysOfPreset(preset ?? '30', today)
}
