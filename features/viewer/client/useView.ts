// Selects the Viewer's audience and dates: from the URL, or else remembered, or else the first available.
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
  /** Null if the report has no audience that this person can see. */
  graph: Graph | null
  /** The previous person or group, if this report can't show them. */
  left: Graph | null
  days: Days
  which: string | undefined
  /** Filter on the report's Targets. */
  narrowed: NarrowedTo
  choose: (graph: Graph) => void
  chooseDays: (days: Days, preset?: ViewerPreset) => void
  chooseWhich: (which: string | undefined) => void
  /** An empty text removes the filter. */
  narrow: (name: keyof NarrowedTo, to: string) => void
  /** Whether the pickers are collapsed to a line. */
  isFolded: boolean
  fold: (isFolded: boolean) => void
  /** Code of the report, or 'dashboard', whose figure led here. */
  from: string | undefined
  /** Query parameters for links to other reports. */
  search: Record<string, string>
}

const nameOf = ({ key, id }: Graph) => `${key}:${id}`

/** Returns the wanted audience, or else the first of the person's groups, or else the first available. */
export const shownFor = (wanted: Graph | undefined, fitting: readonly Graph[]): Graph | null =>
  fitting.find((graph) => graph === wanted) ??
  fitting.find(({ key, id }) => key === 'group' && wanted?.groups.includes(id)) ??
  fitting[0] ??
  null

/** `keys` lists the kinds of audience of the report; undefined while unknown. */
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
  // A person stays in the URL of reports about groups only, for the way back.
  const inAddress = wanted ?? graph
  const said = inAddress ? nameOf(inAddress) : undefined
  // The URL includes the audience and dates, so it can be shared.
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

/** Ignores dates in the URL that aren't valid for reports. */
function chosenDays({ start, end }: Partial<Days>, { days: kept }: RememberedView, today: string): Days {
  const isGood = (days: Days) => Object.keys(validateDays(days, today)).length === 0
  if (start !== undefined && end !== undefined && isGood({ start, end })) return { start, end }
  if (kept && 'start' in kept && isGood(kept)) return kept
  const preset = kept && 'preset' in kept ? viewerPresets.find((one) => one === kept.preset) : undefined
  return daysOfPreset(preset ?? '30', today)
}
