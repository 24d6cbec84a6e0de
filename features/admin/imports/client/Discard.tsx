import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { useOpenImport } from '../../client/place.ts'
import { type Import, routes } from '../contract.ts'

/** Deletes an uploaded file before anything is imported. */
export function Discard({ detail, isOffline }: { detail: Import; isOffline: boolean }) {
  const open = useOpenImport()
  const [isBusy, setBusy] = useState(false)
  const discard = async () => {
    setBusy(true)
    try {
      await call(routes.discard, { params: { id: detail.id } })
      open(null)
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
      setBusy(false)
    }
  }
  return (
    <Button variant="default" onClick={discard} disabled={isBusy || isOffline}>
      Choose another file
    </Button>
  )
}
