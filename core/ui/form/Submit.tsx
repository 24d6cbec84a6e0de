import { Button, type ButtonProps } from '@mantine/core'

/** Stays in place while the form is being sent, and tells screen readers. */
export function Submit({ form, ...rest }: ButtonProps & { form: { isBusy: boolean } }) {
  return <Button type="submit" aria-disabled={form.isBusy || undefined} {...rest} />
}
