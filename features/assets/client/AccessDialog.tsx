import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { SearchField } from '#core/ui/SearchField.tsx'
import type { Asset } from '../contract.ts'
import { assetReaders } from '../queries.ts'
import a from './Assets.module.css'
import { formatUsers } from './labels.ts'
import { ReaderLines } from './ReaderLines.tsx'

export function AccessDialog({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const asked = useQuery(assetReaders, asset.id)
  const readers = asked.value?.readers
  const near = readers?.filter((one) => foldCase(fullNameOf(one)).includes(foldCase(typed.trim())))
  return (
    <Dialog
      title={asset.name}
      size={440}
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack gap16">
        <p className={`cap ${a.readers}`}>
          {`${formatUsers(readers?.length ?? asset.reach ?? 0)} can open it.`}
          {asset.everyone && ' Everyone can open it, including people who join later.'}
          {asset.groups_access.length > 0 && ` Groups: ${asset.groups_access.map(({ name }) => name).join(', ')}.`}
        </p>
        <SearchField label="Search by name" value={typed} onChange={setTyped} />
        <AnswerState of={asked} isAwaited />
        <ReaderLines readers={near ?? []} versions={asset.versions} label="People with access" />
      </div>
    </Dialog>
  )
}
