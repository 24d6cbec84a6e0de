import { saveFrom } from '#core/client/saveFrom.ts'
import { type Import, routes } from '../contract.ts'

/** Saves the rejected rows with their reasons. Rejects with an ApiError. */
export const downloadRefused = ({ id, file_name }: Import): Promise<void> =>
  saveFrom(routes.refused, { params: { id } }, `${file_name.replace(/\.\w+$/, '')} rejected.csv`)
