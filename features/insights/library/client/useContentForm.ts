// The form of an item. It uploads the files in chunks first, then sends the changes.
import { useRef, useState } from 'react'
import { ApiError, newKey } from '#core/client/api.ts'
import type { SendingVideo } from '#core/client/player/sendVideo.ts'
import { sendForm } from '#core/client/sendForm.ts'
import { type FileUpload, uploadInPieces } from '#core/client/upload.ts'
import { noAccess } from '#core/contract/access.ts'
import { messages } from '#core/contract/fields.ts'
import { durationOf } from '#core/contract/playing.ts'
import type { Access } from '#core/ui/AccessField.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { required } from '../../namesContract.ts'
import {
  type ContentChange,
  type ContentInput,
  type ContentType,
  type Kind,
  kindFor,
  type LibraryItem,
  limits,
} from '../contract.ts'
import { routes } from '../routesContract.ts'
import type { ShownLibrary } from './useLibrary.ts'

export type ContentValues = {
  content_type: ContentType
  kind: Kind
  name: string
  description: string
  section_id: string
  tags_id: string[]
  blog_url: string
  duration: string
  event_at: string
  expires: string
  review: string
  review_owner: string
  allow_external: boolean
  users_access: string[]
  groups_access: string[]
  everyone: boolean
  /** The field under which file errors are shown. */
  file: string
}

/** File types that each field accepts. */
export const supportedFiles = {
  others: 'Supported files: PDF, JPEG, PNG, WEBP, SVG',
  audio: 'Supported files: MP3, M4A',
  video: 'Supported files: MP4',
} as const

/**
 * The server's message for an unknown file type lists the types of all fields, so this replaces it with the field's
 * own.
 */
function asOfField(thrown: unknown, type: ContentType): unknown {
  if (!(thrown instanceof ApiError) || thrown.code !== 'unsupported_type' || type === 'blog') return thrown
  const sentence = `This file can’t be added. ${supportedFiles[type]}`
  return new ApiError(thrown.status, { code: thrown.code, message: sentence, errors: { file: sentence } })
}

/** Names of the file kinds under which the server stores the uploads. */
export const fileKindsOf = (owner: 'bd' | 'firm' | null) =>
  owner === 'bd'
    ? { video: 'bdContentFile', poster: 'bdContentThumbnail' }
    : { video: 'contentFile', poster: 'contentThumbnail' }

const initialOf = (content: LibraryItem | null, sectionId: string): ContentValues => ({
  content_type: content?.content_type ?? 'others',
  kind: content?.kind ?? 'document',
  name: content?.name ?? '',
  description: content?.description ?? '',
  section_id: content?.section_id ?? sectionId,
  tags_id: content?.tags_id ?? [],
  blog_url: content?.blog_url ?? '',
  duration: content?.duration ?? '',
  event_at: content?.event_at?.slice(0, 16).replace(' ', 'T') ?? '',
  expires: content?.expires ?? '',
  review: content?.review ?? '',
  review_owner: content?.review_owner ?? '',
  allow_external: content?.allow_external ?? false,
  users_access: content?.users_access.map(({ user_id }) => user_id) ?? [],
  groups_access: content?.groups_access.map(({ id }) => id) ?? [],
  everyone: content?.everyone ?? true,
  file: '',
})

type Given = { content: LibraryItem | null; library: ShownLibrary; owner: 'bd' | 'firm' | null; onClose: () => void }

export function useContentForm({ content, library, owner, onClose }: Given) {
  const kinds = fileKindsOf(owner)
  const [file, setFile] = useState<File | null>(null)
  const [video, setVideo] = useState<SendingVideo | null>(null)
  const [thumbnail, setThumbnail] = useState<File | null>(null)
  const [upload, setUpload] = useState<FileUpload | null>(null)
  const ids = useRef(new Map<File, string>())
  const first = library.sections.find((one) => one.owner === owner)?.id ?? ''
  const [initial] = useState(() => initialOf(content, first))
  const hasFile = (type: ContentType) =>
    file !== null || video !== null || (content !== null && content.content_type === type)

  const arrived = async (kind: string, one: File, isShown: boolean): Promise<string> => {
    const before = ids.current.get(one)
    if (before !== undefined) return before
    const begun = uploadInPieces(kind, one)
    if (isShown) setUpload(begun)
    try {
      const id = await begun.done
      ids.current.set(one, id)
      return id
    } finally {
      setUpload(null)
    }
  }
  const filesOf = async (type: ContentType): Promise<Pick<ContentChange, 'upload_id' | 'thumbnail_upload_id'>> => {
    const picture = thumbnail && { thumbnail_upload_id: await arrived(kinds.poster, thumbnail, false) }
    if (type === 'video' && video) return { ...(await video.sent()), ...picture }
    if (type === 'blog' || type === 'video' || !file) return { ...picture }
    const upload_id = await arrived(kinds.video, file, true).catch((thrown) => {
      throw asOfField(thrown, type)
    })
    return { upload_id, ...picture }
  }
  const form = useForm<ContentValues>({
    draft: `content:${content?.id ?? ''}`,
    initial,
    check: (values) => checked(values, hasFile(values.content_type)),
    send: async (_, values) => {
      const fields = { ...changedIn(values, initial, content), ...(await filesOf(values.content_type)) }
      try {
        if (content)
          await sendForm(routes.edit, {
            params: { id: content.id },
            fields: plain({ ...fields, revision: content.revision }),
            files: {},
            key: newKey(),
          }).done
        else await sendForm(routes.add, { fields: plain(fields as ContentInput), files: {}, key: newKey() }).done
      } catch (thrown) {
        // An upload can be used once, so a rejected one is sent again.
        ids.current.clear()
        throw thrown
      }
      await library.asked.refresh()
      return content ? `“${values.name.trim()}” saved.` : `“${values.name.trim()}” added.`
    },
    onDone: onClose,
  })
  const { values, fill } = form
  const chooseType = (type: ContentType) => {
    const isUsual = values.kind === kindFor(values.content_type)
    fill({ content_type: type, ...(isUsual && { kind: kindFor(type) }), file: '' })
    setFile(null)
    video?.cancel()
    setVideo(null)
  }
  const choose = (chosen: File) => {
    setFile(chosen)
    form.set('file', '')
    // The name follows the file until someone types one.
    if (values.name.trim() === '') form.set('name', chosen.name.replace(/\.\w{1,5}$/, ''))
    if (values.content_type === 'audio') void lengthOf(chosen).then((length) => length && form.set('duration', length))
  }
  const access: Access = { users: values.users_access, groups: values.groups_access, everyone: values.everyone }
  return {
    form,
    /** Files can't be stored as a draft, so leaving the form asks first. */
    isDirty: form.isDirty || file !== null || video !== null || thumbnail !== null,
    kinds,
    file,
    choose,
    video,
    setVideo,
    thumbnail,
    setThumbnail,
    upload,
    chooseType,
    access,
    setAccess: ({ users, groups, everyone }: Access) => fill({ users_access: users, groups_access: groups, everyone }),
    cancel: () => {
      upload?.cancel()
      video?.cancel()
    },
  }
}
export type ContentForm = ReturnType<typeof useContentForm>

/** Source: the specification, section 5. */
function checked(values: ContentValues, hasFile: boolean): { [name in keyof ContentValues]?: string } {
  const { name, section_id, description, content_type: type, blog_url, duration, everyone } = values
  const many = values.users_access.length + values.groups_access.length
  return {
    ...(name.trim() === '' && { name: required }),
    ...(section_id === '' && { section_id: required }),
    ...(description.length > limits.description && { description: messages.max(limits.description) }),
    ...(type === 'blog' && blog_url.trim() === '' && { blog_url: required }),
    ...(type !== 'blog' && !hasFile && { file: required }),
    ...(!/^(?:\d{1,3}:[0-5]\d)?$/.test(duration) && { duration: 'Enter minutes and seconds, such as 04:30.' }),
    ...(!everyone && many === 0 && { users_access: noAccess }),
  }
}

/** Sends only changed fields, because someone else can have changed the others. */
function changedIn(values: ContentValues, initial: ContentValues, content: LibraryItem | null): ContentChange {
  const { file: _, ...all } = values
  const access = ['users_access', 'groups_access', 'everyone']
  const isOther = (name: string) =>
    JSON.stringify(all[name as keyof typeof all]) !== JSON.stringify(initial[name as keyof ContentValues])
  const isAccessOther = access.some(isOther)
  const needed = (name: string) => (content === null ? true : access.includes(name) ? isAccessOther : isOther(name))
  const wanted = Object.entries(all).filter(
    ([name, value]) => needed(name) && !(content === null && value === '' && name !== 'name'),
  )
  const given = Object.fromEntries(wanted) as ContentChange
  if (values.content_type !== 'blog') delete given.blog_url
  if (values.everyone && isAccessOther) Object.assign(given, { users_access: [], groups_access: [] })
  return given
}

/** Form data has no empty lists. */
const plain = (fields: ContentChange) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) && value.length === 0 ? '' : value]),
  )

/** Returns the duration of a recording as `mm:ss`, or null if this browser can't play it. */
function lengthOf(file: File): Promise<string | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio()
  audio.preload = 'metadata'
  return new Promise((resolve) => {
    const end = (length: string | null) => {
      URL.revokeObjectURL(url)
      resolve(length)
    }
    audio.onloadedmetadata = () => {
      end(Number.isFinite(audio.duration) ? durationOf(Math.round(audio.duration)) : null)
    }
    audio.onerror = () => end(null)
    audio.src = url
  })
}
