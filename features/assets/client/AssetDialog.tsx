import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { AccessField } from '#core/ui/AccessField.tsx'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { ASSET_NAME_LENGTH, type Asset } from '../contract.ts'
import { assetReach } from '../queries.ts'
import { CareFields } from './CareFields.tsx'
import { formatAssetSize } from './labels.ts'
import { type Begun, useAssetForm } from './useAssetForm.ts'

const FileDrop = lazyComponent(
  () => import('#core/ui/FileDrop.tsx').then((file) => file.FileDrop),
  <LoadingPlaceholder />,
)

type Props = {
  /** The asset to change. Creates a new one if omitted. */
  asset?: Asset
  /** A file that was dropped outside the dialog. */
  first?: File
  /** Opens the dialog for several files with the current choices. */
  onMany?: (begun: Begun) => void
  onClose: () => void
  onDone: () => void
  /** Called after someone else's change, to read it again. */
  onStale?: () => Promise<void>
}

export const UNSAVED = 'You have unsaved changes.'

/** Uploads an asset, or changes one's name, access, or file. Closes on success and otherwise keeps everything typed. */
export function AssetDialog({ asset, first, onMany, onClose, onDone, onStale }: Props) {
  const reach = useQuery(assetReach, {})
  const form = useAssetForm({ asset, first, onClose, onDone })
  const { file, errors, isBusy, upload } = form
  const verb = asset ? (isBusy ? 'Saving...' : 'Save Changes') : isBusy ? 'Uploading...' : 'Upload Asset'
  const close = () => {
    upload?.cancel()
    onClose()
  }
  const unsaved = useUnsaved({ isDirty: form.isChanged, submit: form.submit }, close)
  return (
    <FormDialog
      title={asset ? 'EDIT ASSET' : 'UPLOAD'}
      form={{ submit: form.submit, problem: form.problem ?? reach.problem, isBusy }}
      verb={verb}
      isDisabled={isBusy || !reach.value}
      isCovered={unsaved.isAsking}
      onClose={unsaved.close}
    >
      <UnsavedPrompt unsaved={unsaved} question={UNSAVED} />
      <div className="stack gap16">
        {onStale && <ConflictNotice problem={form.problem} onShow={onStale} />}
        {upload && file ? (
          <UploadLine name={file.name} upload={upload} after="Reading" />
        ) : (
          <>
            <FileDrop
              title={file ? `Selected file: ${file.name}` : 'Drag and drop your files here'}
              limits={file ? `${formatAssetSize(file.size)}. Supported files: PDF` : 'Supported files: PDF'}
              label="File"
              verb="Select files"
              accept="application/pdf,.pdf"
              icon={file ? <Icon name="file-type-pdf" size={32} stroke={1.5} /> : undefined}
              error={errors.file ?? null}
              isMany
              isDisabled={isBusy}
              onFiles={form.take}
              onRefused={form.refuse}
            />
            {onMany && (
              <Button variant="subtle" className="mt8" disabled={isBusy} onClick={() => onMany(form)}>
                Upload several files
              </Button>
            )}
            {asset && !file && (
              <p className="cap mt8">{`“${asset.name}” keeps its current file unless you select another.`}</p>
            )}
          </>
        )}
        <TextInput
          label="File Name"
          value={form.name}
          maxLength={ASSET_NAME_LENGTH}
          error={errors.name}
          disabled={isBusy}
          onChange={(event) => form.changeName(event.currentTarget.value)}
        />
        {reach.value ? (
          <>
            <AccessField access={form.access} reach={reach.value} error={errors.access} onChange={form.changeAccess} />
            <CareFields care={form.care} reach={reach.value} onChange={form.setCare} />
          </>
        ) : (
          <LoadingPlaceholder />
        )}
      </div>
    </FormDialog>
  )
}
