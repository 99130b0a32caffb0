import { useQuery } from '@tanstack/react-query'
import type { AvaWallet } from '../../../contract/ava/wallet.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { PasswordInput, TextInput, type TextInputProps } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { dateTime } from '../../shared/format.ts'
import { bindField, type FormState } from '../../shared/form.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { avaProfileQuery, avaWalletQuery } from './queries.ts'
import { avaTexts, companyWalletTexts } from './wallet.texts.ts'

/** Payout address of the account. @rule R-80 */
export function PayoutAddressCard() {
  return (
    <Card title={avaTexts.address.title}>
      <PayoutAddressEditor />
    </Card>
  )
}

/** Payout address in the client's profile dialog. @rule R-67 */
export function PayoutAddressSection() {
  return (
    <section className="mt-6 border-t border-line pt-6">
      <h3 className="mb-2 text-lg font-semibold">{avaTexts.address.title}</h3>
      <PayoutAddressEditor />
    </section>
  )
}

function PayoutAddressEditor() {
  const profile = useQuery(avaProfileQuery)
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-muted">{avaTexts.address.intro}</p>
      <QueryView query={profile} skeletonRows={1}>
        {({ avaWalletAddress, payoutsFrom }) => (
          <>
            <PayoutsFrom at={payoutsFrom} />
            <PayoutAddressForm address={avaWalletAddress ?? ''} />
          </>
        )}
      </QueryView>
    </>
  )
}

function PayoutAddressForm({ address }: { readonly address: string }) {
  const { form, pending, submit } = useFormMutation('setWalletAddress', {
    initialValues: { walletAddress: address, password: '' },
    schema: endpoints.setWalletAddress.body,
    toBody: ({ walletAddress, password }) => ({ walletAddress, ...passwordFor(walletAddress, address, password) }),
    toInput: (body) => ({ body }),
    invalidates: ['ava'],
    successToast: { title: avaTexts.address.saved },
    failureText: avaTexts.address.failed,
  })
  return (
    <Form label={avaTexts.address.title} onSubmit={submit} errorCount={form.errorCount}>
      <WalletAddressInput
        {...limitsOf(endpoints.setWalletAddress.body, 'walletAddress')}
        {...bindField(form, 'walletAddress')}
      />
      {isOtherAddress(form.values.walletAddress, address) && <PasswordForAddress form={form} />}
      <FormAlert text={form.formError} />
      <div>
        <Button type="submit" pending={pending}>
          {avaTexts.address.save}
        </Button>
      </div>
    </Form>
  )
}

/** Payout address and threshold of a business; the linked page rejects all but administrators. @rule R-43 R-50 @rule Q-11 Q-106 */
export function BusinessWalletCard() {
  const wallet = useQuery(avaWalletQuery)
  return (
    <Card title={avaTexts.setup.title} action={<TextLink to="/admin-wallet">{companyWalletTexts.title}</TextLink>}>
      <p className="mb-4 max-w-prose text-sm text-muted">{avaTexts.setup.intro}</p>
      <QueryView query={wallet} skeletonRows={2}>
        {(data) => (
          <>
            <PayoutsFrom at={data.payoutsFrom} />
            <BusinessWalletForm key={data.id} wallet={data} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

function BusinessWalletForm({ wallet: { id, publicWalletAddress, payoutThreshold } }: { readonly wallet: AvaWallet }) {
  const current = publicWalletAddress ?? ''
  const { form, pending, submit } = useFormMutation('configureWallet', {
    initialValues: { publicWalletAddress: current, payoutThreshold: String(payoutThreshold), password: '' },
    schema: endpoints.configureWallet.body,
    toBody: ({ password, ...values }) => ({
      ...values,
      payoutThreshold: Number(values.payoutThreshold),
      ...passwordFor(values.publicWalletAddress, current, password),
    }),
    toInput: (body) => ({ params: { id }, body }),
    invalidates: ['ava'],
    successToast: { title: avaTexts.setup.saved },
    failureText: avaTexts.setup.failed,
  })
  return (
    <Form label={avaTexts.setup.title} onSubmit={submit} errorCount={form.errorCount}>
      <WalletAddressInput
        {...limitsOf(endpoints.configureWallet.body, 'publicWalletAddress')}
        {...bindField(form, 'publicWalletAddress')}
      />
      {isOtherAddress(form.values.publicWalletAddress, current) && <PasswordForAddress form={form} />}
      <TextInput
        label={avaTexts.setup.threshold}
        hint={avaTexts.setup.thresholdHint}
        type="number"
        {...limitsOf(endpoints.configureWallet.body, 'payoutThreshold')}
        {...bindField(form, 'payoutThreshold')}
      />
      <FormAlert text={form.formError} />
      <div>
        <Button type="submit" pending={pending}>
          {avaTexts.setup.save}
        </Button>
      </div>
    </Form>
  )
}

/** Ignores case, as the server does. */
const isOtherAddress = (typed: string, current: string) => typed.trim().toLowerCase() !== current.toLowerCase()

/** A different address requires the password. @rule Q-127 */
const passwordFor = (typed: string, current: string, password: string) =>
  isOtherAddress(typed, current) ? { password } : {}

function PasswordForAddress<Values extends { readonly password: string }>({
  form,
}: {
  readonly form: FormState<Values, unknown>
}) {
  return (
    <PasswordInput
      label={avaTexts.password}
      hint={avaTexts.passwordHint}
      autoComplete="current-password"
      required
      {...bindField(form, 'password')}
    />
  )
}

/** When payouts to an address set or changed recently start. @rule Q-127 */
function PayoutsFrom({ at }: { readonly at: string | null }) {
  return at === null ? null : <p className="mb-4 max-w-prose text-sm">{avaTexts.payoutsFrom(dateTime(at))}</p>
}

/** Input for a wallet address, without autofill or spell checking. */
function WalletAddressInput(props: Omit<TextInputProps, 'label'>) {
  return (
    <TextInput
      label={avaTexts.setup.address}
      placeholder={avaTexts.setup.placeholder}
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}
