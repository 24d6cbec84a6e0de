import { useEffect, useState } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import n from '#core/ui/Notice.module.css'

/** Warns when this browser can't store data. The empty region stays, so that screen readers announce its message. */
export function CannotKeep() {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    void import('#core/client/storageSupport.ts').then(async ({ cannotKeep, storageSupportHere: keepingHere }) => {
      const keeping = await keepingHere()
      if (keeping !== 'yes') setSaid(cannotKeep[keeping])
    })
  }, [])
  return (
    <div role="status" className={n.region}>
      {said && (
        <p className={`flex top gap8 mb16 pretty medium rounded soon ${n.offline}`}>
          <Icon name="alert-circle" stroke={1.75} />
          {said}
        </p>
      )}
    </div>
  )
}
