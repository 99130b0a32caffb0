import { useQuery } from '@tanstack/react-query'
import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
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
  return (
    <Card title={words.title}>
      <WalletAddressForm />
    </Card>
  )
}

/** the same, in the client's profile dialog. */
export function WalletSection() {
  return (
    <section className="mt-6 border-t border-line pt-6">
      <h3 className="mb-2 text-lg font-semibold">{words.title}</h3>
      <WalletAddressForm />
    </section>
  )
}

function WalletAddressForm() {
  const profile = useQuery(avaProfile)
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-muted">{words.intro}</p>
      <Loaded query={profile} rows={1}>
        {({ avaWalletAddress }) => <AddressForm known={avaWalletAddress ?? ''} />}
      </Loaded>
    </>
  )
}

function AddressForm({ known }: { readonly known: string }) {
  const form = useForm({ walletAddress: known }, calls.setWalletAddress.body, (values) => values)
  const saving = useWrite('setWalletAddress', {
    refreshes: ['ava'],
    onDone: () => showToast({ title: words.saved }),
    onRefused: (error) => {
      form.refuse(error, words.failed)
      complain(words.failed)
    },
  })
  const submit = () => form.whenSound((body) => saving.mutate({ body }))
  return (
    <Form label={words.title} onSubmit={submit} faults={form.faults}>
      <AddressInput {...bind(form, 'walletAddress')} />
      <FormAlert text={form.complaint} />
      <div>
        <Button type="submit" pending={saving.isPending}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
