import { Button, type ButtonProps } from '@mantine/core'

/** The button that sends a form. While it is under way it stays where it is, and a screen reader is told. */
export function Submit({ form, ...rest }: ButtonProps & { form: { isBusy: boolean } }) {
  return <Button type="submit" aria-disabled={form.isBusy || undefined} {...rest} />
}
