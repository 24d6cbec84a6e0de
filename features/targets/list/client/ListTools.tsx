import { useEffect, useState } from 'react'
import { useDraft } from '#core/client/drafts.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { whenQuiet } from '#core/client/onIdle.ts'
import { useLocation, useNavigate, useRouter } from '#core/client/router/useRouter.ts'
import { useStepHelpAhead } from '#core/client/StepHelpSlot.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { useShowing } from '../../client/showing.ts'
import { useReopened } from '../../client/useReopened.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { type Status, type Target, targetEndpoints } from '../../contract.ts'
import { isAllowedOutcome } from '../../outcome/actions.ts'
import { consumeReturn, setLastList, watchHistory } from './lastList.ts'
import { isInSight, markOnce, moveInList, showInList, targetWithCursor } from './listCursor.ts'
import { select, toggleSelected, useSelection } from './selection.ts'
import { useLongPress } from './useLongPress.ts'
import { usePageKeys } from './usePageKeys.ts'
import type { TileMenuKind } from './useTileEvents.ts'

const FollowTouches = lazyComponent(() =>
  import('../../touches/client/FollowTouches.tsx').then((file) => file.FollowTouches),
)
const DropEmails = lazyComponent(() => import('../../touches/client/DropEmails.tsx').then((file) => file.DropEmails))
const BulkBar = lazyComponent(() => import('./BulkBar.tsx').then((file) => file.BulkBar))

type Props = {
  status: Status
  shown: readonly Target[]
  today: string
  /** ID of the target with open fields. */
  flipped: string | null
  onEdit: (id: string) => void
  onMenu: (id: string, kind: TileMenuKind, button: HTMLElement) => void
  onSearch: () => void
}

/** Keyboard shortcuts and bulk actions of the list. Loaded after the list is shown. */
export function ListTools({ status, shown, today, flipped, onEdit, onMenu, onSearch }: Props) {
  useReopened()
  useStepHelpAhead()
  const followsTouches = useIsQuiet()
  useRememberedList(shown)
  useShownTarget(shown)
  useDraft('open:tile', flipped, onEdit)
  const actions = useTargetActions()
  const navigate = useNavigate()
  const selected = useSelectionIn(shown, status)

  /** Runs the action on the target with focus, if its rules allow it. */
  const onCursor = (may: (target: Target) => boolean, act: (target: Target, element: HTMLElement) => unknown) => () => {
    const at = targetWithCursor()
    const target = at && shown.find(({ id }) => id === at.id)
    if (target && may(target)) act(target, at.element)
  }
  const isOwn = ({ owner_id, user_id }: Target) => owner_id === user_id
  const trash = onCursor(
    (target) => isOwn(target) && isAllowedOutcome('delete', target.status),
    ({ id }) => actions.trash(id),
  )
  const keys: Record<string, () => void> = {
    '/': onSearch,
    j: () => moveInList(shown, 1),
    k: () => moveInList(shown, -1),
    e: onCursor(
      ({ status: now }) => now !== 'deleted',
      ({ id }) => onEdit(id),
    ),
    s: onCursor(
      ({ status: now, due }) => now === 'active' && due !== null,
      ({ id }, element) => onMenu(id, 'snooze', element),
    ),
    w: onCursor(
      ({ status: now }) => isAllowedOutcome('complete', now),
      ({ id }) => targetDialogs.complete(id),
    ),
    l: onCursor(
      ({ status: now }) => isAllowedOutcome('lost', now),
      ({ id }) => targetDialogs.lose(id),
    ),
    h: onCursor(
      ({ status: now }) => isAllowedOutcome('archive', now),
      ({ id }) => actions.hold(id),
    ),
    c: onCursor(
      ({ company }) => company !== '',
      ({ company }) => void navigate({ to: '/company/$name', params: { name: company } }),
    ),
    t: onCursor(
      ({ status: now, shared }) => now !== 'deleted' && shared !== 'pending',
      ({ id }) => targetDialogs.logTouch(id),
    ),
    x: onCursor(
      () => true,
      ({ id }) => toggleSelected(id),
    ),
    '#': trash,
    Delete: trash,
  }
  const clear = () => select([])
  if (selected.length > 0) keys.Escape = clear
  usePageKeys(keys)
  useLongPress(toggleSelected)
  return (
    <>
      {followsTouches && <FollowTouches />}
      {followsTouches && <DropEmails />}
      {selected.length > 0 && <BulkBar status={status} selected={selected} shown={shown} today={today} />}
    </>
  )
}

/** True once nothing else is to do. */
function useIsQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  return isQuiet
}

/** Returns the selected IDs in list order. A target that leaves the list leaves the selection. */
function useSelectionIn(shown: readonly Target[], status: Status): string[] {
  const { resolve } = useEngine().of(targetEndpoints)
  const ids = useSelection((state) => state.ids)
  const real = new Set([...ids].map(resolve))
  const inList = ids.size === 0 ? [] : shown.filter(({ id }) => real.has(id)).map(({ id }) => id)
  useEffect(() => {
    if (ids.size !== inList.length || inList.some((id) => !ids.has(id))) select(inList)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins without a selection
  useEffect(() => () => select([]), [status])
  const isSelecting = inList.length > 0
  useEffect(() => {
    const root = document.documentElement
    if (isSelecting) root.dataset.selecting = ''
    return () => {
      delete root.dataset.selecting
    }
  }, [isSelecting])
  return inList
}

/** Stores the list for the pager of a Target's page and the link back. */
function useRememberedList(shown: readonly Target[]) {
  const path = useLocation({ select: ({ pathname, searchStr }) => `${pathname}${searchStr}` })
  const { history } = useRouter()
  useEffect(() => watchHistory(history), [history])
  useEffect(() => {
    if (!path.startsWith('/targets')) return
    setLastList(
      shown.map(({ id }) => id),
      path,
      history.location.state.__TSR_index ?? 0,
    )
  }, [shown, path, history])
}

/** Scrolls to the Target that the person came back from, asked for, or just created. */
function useShownTarget(shown: readonly Target[]) {
  const { resolve } = useEngine().of(targetEndpoints)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that has just opened was come back to
  useEffect(() => {
    const left = consumeReturn()
    if (left !== null) showInList(shown, left, resolve, (link) => link.focus({ preventScroll: true }))
  }, [])
  const wanted = useShowing((state) => state.wanted)
  useEffect(() => {
    if (!wanted) return
    const id = resolve(wanted.id)
    const isHere = shown.some((one) => one.id === id)
    if (!isHere) return
    useShowing.setState({ wanted: null })
    if (wanted.isNew && scrollY > 0 && !isInSight(id)) return
    showInList(shown, id, resolve, (link) => {
      markOnce(link)
      if (!wanted.isNew || document.activeElement === document.body) link.focus({ preventScroll: true })
    })
  }, [wanted, shown, resolve])
}
