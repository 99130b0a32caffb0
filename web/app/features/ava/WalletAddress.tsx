import { useQuery } from '@tanstack/react-query'
import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Form } from '../../components/Form.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { AddressInput } from './AddressInput.tsx'
import { avaProfile } from './ava.queries.ts'

const { ava } = texts
const { address: words } = ava

/** where one is paid. */
export function WalletAddress() {
  const profile = useQuery(avaProfile)
  return (
    <Card title={words.title}>
      <p className="mb-4 max-w-prose text-sm text-muted">{words.intro}</p>
      <Loaded query={profile} rows={1}>
        {({ avaWalletAddress }) => <AddressForm known={avaWalletAddress ?? ''} />}
      </Loaded>
    </Card>
  )
}

function AddressForm({ known }: { readonly known: string }) {
  const form = useForm({ walletAddress: known }, calls.setWalletAddress.body, (values) => values)
  const saving = useWrite('setWalletAddress', {
    refreshes: ['ava'],
    onDone: () => showToast({ title: words.saved }),
    onRefused: (error) => {
      form.refuse(error)
      complain(words.failed)
    },
  })
  const submit = () => {
    const body = form.check()
    if (body !== null) saving.mutate({ body })
  }
  return (
    <Form label={words.title} onSubmit={submit} faults={form.faults}>
      <AddressInput {...bind(form, 'walletAddress')} />
      <div>
        <Button type="submit" pending={saving.isPending}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
