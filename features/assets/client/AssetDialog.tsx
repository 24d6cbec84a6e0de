import { TextInput } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#core/client/api.ts'
import { useReading } from '#core/client/reading.ts'
import { sendForm } from '#core/client/sendForm.ts'
import { toast } from '#core/client/toasts.ts'
import type { Upload } from '#core/client/upload.ts'
import { Awaited } from '#core/ui/Awaited.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { type Asset, NAME_LENGTH, routes, assetSentences as words } from '../contract.ts'
import { assetReach } from '../readings.ts'
import { type Access, AccessField } from './AccessField.tsx'
import a from './Assets.module.css'

const FileDrop = lazy(() => import('#core/ui/FileDrop.tsx').then((file) => ({ default: file.FileDrop })))

type Errors = { file?: string; name?: string; access?: string }
type Props = {
  /** What is changed; a new one otherwise. */
  asset?: Asset
  /** Dropped beside the dialog already. */
  first?: File
  onClose: () => void
  onDone: () => void
}

const isPdf = ({ name, type }: File) => type === 'application/pdf' || /\.pdf$/i.test(name)

/** A new asset, or another name, other people or another file for one. It closes when that is done, and stays open with everything typed otherwise. */
export function AssetDialog({ asset, first, onClose, onDone }: Props) {
  const reach = useReading(assetReach, {})
  const [file, setFile] = useState<File | null>(first ?? null)
  const [name, setName] = useState(asset?.name ?? first?.name.replace(/\.pdf$/i, '') ?? '')
  const [access, setAccess] = useState<Access>({
    users: asset?.users_access.map(({ user_id }) => user_id) ?? [],
    groups: asset?.groups_access.map(({ id }) => id) ?? [],
    everyone: asset?.everyone ?? false,
  })
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [upload, setUpload] = useState<Upload | null>(null)

  const take = (files: File[]) => {
    const one = files[0]
    if (!one) return
    if (!isPdf(one)) return setErrors((now) => ({ ...now, file: `${words.otherType} '${one.name}' was left out.` }))
    if (files.length > 1) toast({ message: `Only '${one.name}' was taken: one file at a time.` })
    setFile(one)
    setErrors(({ file: _, ...now }) => now)
    if (name.trim() === '' || (!asset && file && name === file.name.replace(/\.pdf$/i, '')))
      changeName(one.name.replace(/\.pdf$/i, ''))
  }
  const changeName = (value: string) => {
    setName(value)
    setErrors(({ name: _, ...now }) => now)
  }
  const submit = async () => {
    if (isBusy) return
    const found = check({ name, access, hasFile: file !== null || asset !== undefined })
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setProblem(null)
    try {
      const uploadId = file ? await sent(file) : undefined
      const fields = {
        name: name.trim(),
        users_access: access.everyone ? [] : access.users,
        groups_access: access.everyone ? [] : access.groups,
        everyone: access.everyone,
        ...(asset && { tags: asset.tags, owner_id: asset.owner_id, review_on: asset.review_on }),
        upload_id: uploadId,
      }
      await (asset
        ? sendForm(routes.edit, { params: { id: asset.id }, fields, files: {} })
        : sendForm(routes.add, { fields, files: {} })
      ).done
      onDone()
      onClose()
    } catch (thrown) {
      const refused = thrown instanceof ApiError ? thrown : null
      setErrors({
        ...(refused?.errors.name && { name: refused.errors.name }),
        ...(refused?.errors.users_access && { access: refused.errors.users_access }),
      })
      setProblem(refused?.message ?? words.failed)
      setUpload(null)
    }
    setBusy(false)
  }
  const sent = async (one: File): Promise<string> => {
    const { uploadInPieces } = await import('#core/client/upload.ts')
    const begun = uploadInPieces('asset', one)
    setUpload(begun)
    return begun.done
  }
  const verb = asset ? (isBusy ? 'Saving...' : 'Save Changes') : isBusy ? 'Uploading...' : 'Upload Asset'
  return (
    <FormDialog
      title={asset ? 'EDIT ASSET' : 'UPLOAD'}
      form={{ submit, problem, isBusy }}
      verb={verb}
      isDisabled={isBusy || !reach.value}
      onClose={() => {
        upload?.cancel()
        onClose()
      }}
    >
      <div className={a.fields}>
        {upload && file ? (
          <UploadLine name={file.name} upload={upload} after="Reading" />
        ) : (
          <Suspense fallback={<Awaited />}>
            <FileDrop
              title={file ? `Selected file: ${file.name}` : 'Drag and drop your files here'}
              limits={
                file
                  ? `${sizeOf(file.size)}. Drag and drop your files here. Supported files: PDF`
                  : asset
                    ? `Supported files: PDF. Without another file, '${asset.name}' keeps the one it has.`
                    : 'Supported files: PDF'
              }
              label="File"
              verb="Select files"
              accept="application/pdf,.pdf"
              icon={file ? <IconFileTypePdf size={32} stroke={1.5} aria-hidden /> : undefined}
              error={errors.file ?? null}
              isMany
              isDisabled={isBusy}
              onFiles={take}
              onRefused={(why) => setErrors((now) => ({ ...now, file: why }))}
            />
          </Suspense>
        )}
        <TextInput
          label="File Name"
          value={name}
          maxLength={NAME_LENGTH}
          error={errors.name}
          disabled={isBusy}
          onChange={(event) => changeName(event.currentTarget.value)}
        />
        {reach.value ? (
          <AccessField
            access={access}
            reach={reach.value}
            error={errors.access}
            onChange={(next) => {
              setAccess(next)
              setErrors(({ access: _, ...now }) => now)
            }}
          />
        ) : (
          <Awaited />
        )}
      </div>
    </FormDialog>
  )
}

type Given = { name: string; access: Access; hasFile: boolean }

/** Source: the second specification, section 5. */
function check({ name, access: { users, groups, everyone }, hasFile }: Given): Errors {
  return {
    ...(name.trim() === '' && { name: words.name }),
    ...(users.length + groups.length === 0 && !everyone && { access: words.access }),
    ...(!hasFile && { file: words.file }),
  }
}

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
