import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { DomainInput } from '#features/account/signOnContract.ts'
import {
  InstanceInput,
  instanceLimits,
  type ListedInstance,
  NewInstanceInput,
  instanceRoutes as routes,
} from '../instancesContract.ts'

type Props = {
  /** Null for a new instance. */
  instance: ListedInstance | null
  onClose: () => void
  onDone: () => Promise<void>
}

const linesOf = (typed: string) =>
  typed
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean)

export function InstanceDialog({ instance, onClose, onDone }: Props) {
  const form = useForm({
    draft: `instance:${instance?.key ?? ''}`,
    initial: {
      key: instance?.key ?? '',
      name: instance?.name ?? '',
      url: instance?.url ?? '',
      domains: (instance?.domains ?? []).map(({ domain }) => domain).join('\n'),
    },
    check: (typed) => problemsOf(typed, instance === null),
    send: async ({ key, domains, ...typed }) => {
      const body = { ...typed, domains: linesOf(domains) }
      if (instance)
        await call(routes.changeInstance, { params: { key: instance.key }, body: InstanceInput.parse(body) })
      else await call(routes.addInstance, { body: NewInstanceInput.parse({ ...body, key }) })
      await onDone()
      return instance ? `${typed.name} saved.` : `${typed.name} added.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={instance ? `Edit ${instance.name}` : 'Add an instance'}
      form={form}
      onClose={onClose}
      verb={instance ? 'Save' : 'Add'}
      size={520}
    >
      <TextInput label="Name" data-autofocus maxLength={instanceLimits.name} {...form.field('name')} />
      {!instance && (
        <TextInput
          label="Key"
          description="A short ID for API calls. It must match PURSUIT_INSTANCE on that server and can’t be changed later."
          placeholder="west"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={instanceLimits.key}
          {...form.field('key')}
        />
      )}
      <TextInput
        label="URL"
        description={
          instance?.is_own
            ? 'Email links point here, and passkeys are tied to its hostname. Leave blank to use the address people typed.'
            : 'The URL people use to reach it.'
        }
        placeholder="https://west.pursuit.example"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={instanceLimits.url}
        {...form.field('url')}
      />
      <Textarea
        label="Domains"
        description={`One per line. People with an email at one of these domains sign in ${instance?.is_own ? 'here' : 'there'}.`}
        placeholder="example.com"
        autoCapitalize="none"
        spellCheck={false}
        autosize
        minRows={3}
        maxRows={10}
        {...form.field('domains')}
      />
    </FormDialog>
  )
}

/** Names the first invalid domain, because it is one of several in the field. */
function problemsOf(
  { domains, ...typed }: { key: string; name: string; url: string; domains: string },
  isNew: boolean,
): { [name in 'key' | 'name' | 'url' | 'domains']?: string } {
  const lines = linesOf(domains)
  const wrong = lines.find((domain) => !DomainInput.safeParse({ domain }).success)
  if (wrong) return { domains: `“${wrong}” is not a domain such as example.com.` }
  const shape = isNew ? NewInstanceInput : InstanceInput.extend({ key: NewInstanceInput.shape.key })
  const issues = shape.safeParse({ ...typed, domains: lines }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))
}
