// These hooks suspend until the notifications have loaded.
import { use } from 'react'
import type { Notice } from '#core/contract/notice.ts'
import { loadOnce } from './lazyComponent.tsx'
import type { NoticeLooks } from './notices.ts'
import { useProduct } from './product.ts'

export const useNotices = (): readonly Notice[] => use(loadOnce(useProduct().notices)).notices
export const useNoticeIcons = (): NoticeLooks => use(loadOnce(useProduct().notices)).looks
