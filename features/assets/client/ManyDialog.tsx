import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import { toast } from '#core/client/toasts.ts'
import { type Access, AccessField } from '#core/ui/AccessField.tsx'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { assetMessages as words } from '../contract.ts'
import { assetReach } from '../queries.ts'
import { UNSAVED } from './AssetDialog.tsx'
import a from './Assets.module.css'
import { CareFields } from './CareFields.tsx'
import { formatAssetSize } from './labels.ts'
import type { Begun, Care } from './useAssetForm.ts'
import { type ManyUploadLine, useManyAssets } from './useManyAssets.ts'

/** Uploads several files with the same access, named after their files. Closes once all are assets. */
export function ManyDialog({ begun, onClose, onDone }: { begun: Begun; onClose: () => void; onDone: () => void }) {
  const reach = useQuery(assetReach, {})
  const many = useManyAssets(begun.file ? [begun.file] : [])
  const [access, setAccess] = useState<Access>(begun.access)
  const [care, setCare] = useState<Care>(begun.care)
  const [errors, setErrors] = useState<{ file?: string | undefined; access?: string }>({})
  const { lines, isBusy } = many
  const hasDone = lines.some(({ state }) => state === 'done')
  const close = () => {
    many.close()
    onClose()
  }
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false
    const { users, groups, everyone } = access
    const found = {
      ...(lines.length === 0 && { file: words.file }),
      ...(users.length + groups.length === 0 && !everyone && { access: words.access }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return false
    const { made, isAll } = await many.send({
      users_access: everyone ? [] : users,
      groups_access: everyone ? [] : groups,
      everyone,
      tags: care.tags,
      owner_id: care.owner_id ?? undefined,
      review_on: care.review_on ?? undefined,
    })
    if (made > 0) onDone()
    if (!isAll) return false
    toast({ message: `Uploaded ${lines.length} ${lines.length === 1 ? 'file' : 'files'}.` })
    onClose()
    return true
  }
  const isChosen = lines.some(({ state }) => state !== 'done')
  const unsaved = useUnsaved({ isDirty: isChosen, submit }, close)
  return (
    <FormDialog
      title="Upload several files"
      form={{ submit, problem: reach.problem, isBusy }}
      verb={isBusy ? 'Uploading...' : lines.some(({ state }) => state === 'failed') ? 'Try again' : 'Upload Assets'}
      isDisabled={isBusy || !reach.value}
      beside={
        <Button variant="default" onClick={unsaved.close}>
          {hasDone && !isBusy ? 'Close' : 'Cancel'}
        </Button>
      }
      isCovered={unsaved.isAsking}
      onClose={unsaved.close}
    >
      <UnsavedPrompt unsaved={unsaved} question={UNSAVED} />
      <div className="stack gap16">
        <FileDrop
          isSmall
          isMany
          title="Drag and drop your files here"
          limits="Supported files: PDF"
          label="Files"
          verb="Select files"
          accept="application/pdf,.pdf"
          error={errors.file ?? null}
          isDisabled={isBusy}
          onFiles={(files) => setErrors({ ...errors, file: many.take(files) ?? undefined })}
          onRefused={(file) => setErrors({ ...errors, file })}
        />
        {lines.length > 0 && (
          <ul aria-label="Files">
            {lines.map((line) => (
              <OneLine key={line.key} line={line} isBusy={isBusy} onLeave={() => many.leave(line.key)} />
            ))}
          </ul>
        )}
        {reach.value ? (
          <>
            <AccessField
              access={access}
              reach={reach.value}
              error={errors.access}
              onChange={(next) => {
                setAccess(next)
                setErrors(({ access: _, ...rest }) => rest)
              }}
            />
            <CareFields care={care} reach={reach.value} onChange={setCare} />
          </>
        ) : (
          <LoadingPlaceholder />
        )}
      </div>
    </FormDialog>
  )
}

type LineProps = { line: ManyUploadLine; isBusy: boolean; onLeave: () => void }

function OneLine({ line: { file, state, problem, upload }, isBusy, onLeave }: LineProps) {
  const { cancel, get, subscribe } = upload ?? {}
  return (
    <li className={`row between gap12 ${a.line}`}>
      <div className="grow">
        {state === 'sending' && cancel && get && subscribe ? (
          <UploadLine name={file.name} upload={{ cancel, get, subscribe }} after="Reading" />
        ) : (
          <>
            <p className="break">{file.name}</p>
            <small className="cap block">{state === 'done' ? 'Uploaded' : formatAssetSize(file.size)}</small>
          </>
        )}
        <p className="small break bad" role="status">
          {problem}
        </p>
      </div>
      {state === 'done' && <Icon name="check" stroke={1.75} className="rigid dim" />}
      {(state === 'ready' || state === 'failed') && (
        <Button variant="subtle" disabled={isBusy} aria-label={`Remove ${file.name}`} onClick={onLeave}>
          Remove
        </Button>
      )}
    </li>
  )
}
