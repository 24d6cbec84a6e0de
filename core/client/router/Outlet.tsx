import { Activity, useState } from 'react'
import { useLazy } from '../lazyComponent.tsx'
import type { Shown } from './router.ts'
import { PlaceContext } from './useRouter.ts'

/** A screen that asks for it stays mounted, hidden, while another screen of its frame is open. */
export function Outlet({ shown }: { shown: Shown }) {
  const [kept, setKept] = useState<Shown | null>(null)
  const isKept = shown.screen.isKept === true
  if (isKept && kept !== shown) setKept(shown)
  const behind = isKept ? shown : kept
  return (
    <>
      {behind && (
        <Activity key={behind.screen.path} mode={isKept ? 'visible' : 'hidden'}>
          <PlaceContext value={behind.place}>
            <ShownScreen shown={behind} />
          </PlaceContext>
        </Activity>
      )}
      {!isKept && <ShownScreen key={shown.screen.path} shown={shown} />}
    </>
  )
}

function ShownScreen({ shown: { screen, place } }: { shown: Shown }) {
  const Part = useLazy(screen.load)
  return Part ? <Part {...screen.propsOf?.(place)} /> : null
}
