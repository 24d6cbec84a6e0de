import { useRef, useState } from 'react'
import { ApiError, newKey, problemOf } from '#core/client/api.ts'
import { sendForm } from '#core/client/sendForm.ts'
import { toast } from '#core/client/toasts.ts'
import type { FileUpload } from '#core/client/upload.ts'
import { errorMessages } from '#core/contract/errors.ts'
import type { Access } from '#core/ui/AccessField.tsx'
import { type Asset, routes, assetMessages as words } from '../contract.ts'

type Errors = { file?: string; name?: string; access?: string }
export type Care = Pick<Asset, 'tags' | 'owner_id' | 'review_on'>
/** Last request and its idempotency key. */
type Before = { file: File | null; upload_id: string | undefined; body: string; key: string }
type Form = { asset: Asset | undefined; first: File | undefined; onClose: () => void; onDone: () => void }

export const isPdf = ({ name, type }: File) => type === 'application/pdf' || /\.pdf$/i.test(name)
export const nameIn = (file: File | null | undefined) => file?.name.replace(/\.pdf$/i, '') ?? ''

/** Part of the form that several files share. */
export type Begun = { file: File | null; access: Access; care: Care }

/** State of the asset form: values, errors, and submission. An error disappears when its field changes. */
export function useAssetForm({ asset, first, onClose, onDone }: Form) {
  const [file, setFile] = useState<File | null>(first && isPdf(first) ? first : null)
  const [name, setName] = useState(asset?.name ?? nameIn(file))
  const [access, setAccess] = useState<Access>({
    users: asset?.users_access.map(({ user_id }) => user_id) ?? [],
    groups: asset?.groups_access.map(({ id }) => id) ?? [],
    everyone: asset?.everyone ?? false,
  })
  const [care, setCare] = useState<Care>({
    tags: asset?.tags ?? [],
    owner_id: asset?.owner_id ?? null,
    review_on: asset?.review_on ?? null,
  })
  const [errors, setErrors] = useState<Errors>(first && !isPdf(first) ? { file: skippedFields(first) } : {})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [upload, setUpload] = useState<FileUpload | null>(null)
  const before = useRef<Before | null>(null)

  const now = JSON.stringify([name, access, care])
  const [begun] = useState(now)
  const changeName = (value: string) => {
    setName(value)
    setErrors(({ name: _, ...rest }) => rest)
  }
  const changeAccess = (value: Access) => {
    setAccess(value)
    setErrors(({ access: _, ...rest }) => rest)
  }
  const take = (files: File[]) => {
    const one = files[0]
    if (!one) return
    if (!isPdf(one)) return setErrors((rest) => ({ ...rest, file: skippedFields(one) }))
    if (files.length > 1) toast({ message: onlyFirst(one) })
    // A name that no one typed follows the file.
    if (name.trim() === '' || (!asset && name === nameIn(file))) changeName(nameIn(one))
    setFile(one)
    setErrors(({ file: _, ...rest }) => rest)
  }
  const send = async () => {
    const { users, groups, everyone } = access
    const fields = {
      name: name.trim(),
      users_access: everyone ? [] : users,
      groups_access: everyone ? [] : groups,
      everyone,
      tags: care.tags,
      owner_id: care.owner_id ?? undefined,
      review_on: care.review_on ?? undefined,
    }
    const upload_id = file ? await sent(file) : undefined
    // Without a response, the same body and key are repeated, so that the request takes effect once.
    const body = JSON.stringify([fields, upload_id])
    const key = before.current?.body === body ? before.current.key : newKey()
    before.current = { file, upload_id, body, key }
    const given = { fields: { ...fields, upload_id }, files: {}, key }
    if (asset) {
      const changed = { ...given, fields: { ...given.fields, revision: asset.revision } }
      await sendForm(routes.edit, { params: { id: asset.id }, ...changed }).done
    } else await sendForm(routes.add, given).done
  }
  const sent = async (one: File): Promise<string> => {
    const { file: sentBefore, upload_id } = before.current ?? {}
    if (sentBefore === one && upload_id !== undefined) return upload_id
    const { uploadInPieces } = await import('#core/client/upload.ts')
    const begun = uploadInPieces('asset', one)
    setUpload(begun)
    return begun.done
  }
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false
    const found = check(name, access, file !== null || asset !== undefined)
    setErrors(found)
    if (Object.keys(found).length > 0) return false
    setBusy(true)
    setProblem(null)
    try {
      await send()
      onDone()
      onClose()
      return true
    } catch (thrown) {
      const { status = 0, errors: of = {} } = thrown instanceof ApiError ? thrown : {}
      // A rejected request gets a new key.
      if (status >= 400 && status < 500) before.current = null
      setErrors({ ...(of.name && { name: of.name }), ...(of.users_access && { access: of.users_access }) })
      setProblem(asset ? problemOf(thrown) : whyFailed(thrown))
      setUpload(null)
    }
    setBusy(false)
    return false
  }
  const refuse = (why: string) => setErrors((rest) => ({ ...rest, file: why }))
  return {
    file,
    name,
    access,
    care,
    errors,
    problem,
    isBusy,
    /** Whether closing would lose something that was typed or chosen. */
    isChanged: file !== null || now !== begun,
    upload,
    changeName,
    changeAccess,
    setCare,
    take,
    refuse,
    submit,
  }
}

export const skippedFields = ({ name }: File) => `${words.otherType} “${name}” was skipped.`
export const onlyFirst = ({ name }: File) => `Only “${name}” was added. Add one file at a time.`

/** Returns the server's message, or else the specification's. */
export const whyFailed = (thrown: unknown): string =>
  thrown instanceof ApiError && thrown.message !== errorMessages.generic ? thrown.message : words.failed

/** Source: the second specification, section 5. */
function check(name: string, { users, groups, everyone }: Access, hasFile: boolean): Errors {
  return {
    ...(name.trim() === '' && { name: words.name }),
    ...(users.length + groups.length === 0 && !everyone && { access: words.access }),
    ...(!hasFile && { file: words.file }),
  }
}
