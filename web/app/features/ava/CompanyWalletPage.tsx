import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { CompanyWalletInfo, GeneratedWallet } from '../../../contract/ava/wallet.ts'
import { calls } from '../../../contract/calls.ts'
import { Button, CopyButton } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Notice, QueryView } from '../../components/feedback.tsx'
import { PasswordInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { Forbidden, PageLayout } from '../../components/page-layout.tsx'
import { showErrorToast } from '../../components/toast.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { call } from '../../shared/api.ts'
import { bindField, useForm } from '../../shared/form.ts'
import { invalidate } from '../../shared/queries.ts'
import { isAdmin, useUser } from '../../shared/session.ts'
import { companyWalletQuery } from './queries.ts'
import { componentTexts } from '../../components/texts.ts'
import { avaTexts, companyWalletTexts } from './wallet.texts.ts'

/** */
export function CompanyWalletPage() {
  return isAdmin(useUser()) ? (
    <CompanyWalletPanel />
  ) : (
    <Forbidden title={companyWalletTexts.title} text={companyWalletTexts.forbidden} />
  )
}

/** Keys are held here and nowhere else: whoever leaves or reloads has lost them (S-28). */
function CompanyWalletPanel() {
  const [shown, show] = useState<GeneratedWallet | null>(null)
  const [left, leave] = useState(false)
  const dismiss = () => {
    show(null)
    leave(true)
  }
  return (
    <PageLayout title={companyWalletTexts.title} intro={companyWalletTexts.intro}>
      {shown === null ? (
        <WalletStatus focusOnArrival={left} onGenerated={show} />
      ) : (
        <WalletCredentials wallet={shown} onSaved={dismiss} />
      )}
    </PageLayout>
  )
}

interface WalletStatusProps {
  /** From the credentials. */
  readonly focusOnArrival: boolean
  readonly onGenerated: (wallet: GeneratedWallet) => void
}

export function WalletStatus({ focusOnArrival, onGenerated }: WalletStatusProps) {
  const info = useQuery(companyWalletQuery)
  const [asked, ask] = useState(false)
  const refresh = async () => {
    ask(true)
    await info.refetch()
    ask(false)
  }
  return (
    <Card
      title={companyWalletTexts.statusTitle}
      focusTitle={focusOnArrival}
      action={
        <Button variant="secondary" small pending={asked} onClick={() => void refresh()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {companyWalletTexts.refresh}
        </Button>
      }
    >
      <QueryView query={info} skeletonRows={2}>
        {(known) => (
          <div className="grid justify-items-start gap-4">
            <FormAlert text={info.error?.message} />
            <Badge tone={known.configured ? 'good' : 'gold'}>
              {known.configured ? companyWalletTexts.configured : companyWalletTexts.notConfigured}
            </Badge>
            <p className="max-w-prose min-w-0 wrap-anywhere">{known.message}</p>
            {known.configured ? (
              <WalletDefinitionList known={known} />
            ) : (
              <GenerateWalletDialog onGenerated={onGenerated} />
            )}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function WalletDefinitionList({ known: { walletAddress, balance } }: { readonly known: CompanyWalletInfo }) {
  return (
    <dl className="grid min-w-0 gap-3">
      <div>
        <dt className="text-sm text-muted">{companyWalletTexts.address}</dt>
        <dd className="font-medium break-all">{walletAddress}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{companyWalletTexts.balance}</dt>
        <dd className="font-semibold tabular-nums">
          {balance === null ? companyWalletTexts.unknown : avaTexts.amount(balance)}
        </dd>
      </div>
    </dl>
  )
}

/** with the password, asked for again. */
export function GenerateWalletDialog({ onGenerated }: { readonly onGenerated: (wallet: GeneratedWallet) => void }) {
  const [asked, ask] = useState(false)
  const form = useForm({ password: '' }, calls.generateWallet.body, (values) => values)
  const generation = useGenerateWallet({
    onGenerated,
    onRefused: (error) => {
      const why = errorMessage(error, companyWalletTexts.failed)
      form.showServerError(error, why)
      showErrorToast(why)
    },
  })
  const close = () => {
    form.reset()
    ask(false)
  }
  const submit = () => form.submitIfValid((body) => generation.generate(body.password))
  return (
    <>
      <Button onClick={() => ask(true)}>{companyWalletTexts.generate}</Button>
      <Dialog
        open={asked}
        onClose={close}
        title={companyWalletTexts.generate}
        description={companyWalletTexts.generateIntro}
      >
        <Form label={companyWalletTexts.generate} onSubmit={submit} errorCount={form.errorCount}>
          <PasswordInput
            label={companyWalletTexts.password}
            autoComplete="current-password"
            required
            {...bindField(form, 'password')}
          />
          <FormAlert text={form.formError} />
          <DialogActions>
            <Button variant="secondary" onClick={close}>
              {componentTexts.cancel}
            </Button>
            <Button type="submit" pending={generation.pending}>
              {companyWalletTexts.confirm}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  )
}

interface GenerateWalletCallbacks {
  readonly onGenerated: (wallet: GeneratedWallet) => void
  readonly onRefused: (error: ApiError) => void
}

/** Not `useWrite`: neither the password nor the keys may stay behind among remembered writes. */
export const useGenerateWallet = ({ onGenerated, onRefused }: GenerateWalletCallbacks) => {
  const client = useQueryClient()
  const generation = useMutation({
    gcTime: 0,
    mutationFn: async (password: string) => {
      const { wallet } = await call('generateWallet', { body: { password } })
      onGenerated(wallet)
    },
    onError: onRefused,
    onSettled: () => invalidate(client, ['company']),
  })
  return {
    pending: generation.isPending,
    generate: (password: string) => generation.mutate(password, { onSettled: () => generation.reset() }),
  }
}

interface WalletCredentialsProps {
  readonly wallet: GeneratedWallet
  readonly onSaved: () => void
}

/** seen once; the key is not even on the page until it is asked for. */
export function WalletCredentials({ wallet: { address, privateKey, mnemonic }, onSaved }: WalletCredentialsProps) {
  const [keyVisible, setKeyVisible] = useState(false)
  useConfirmBeforeUnload()
  return (
    <Card title={companyWalletTexts.credentials.title} focusTitle>
      <div className="grid justify-items-start gap-5">
        <Notice>
          <p className="font-semibold">{companyWalletTexts.credentials.warning}</p>
        </Notice>
        <dl className="grid w-full min-w-0 gap-5">
          <SecretField name={companyWalletTexts.address} value={address}>
            <CopyButton value={address} label={companyWalletTexts.credentials.copyAddress} />
          </SecretField>
          <SecretField name={companyWalletTexts.credentials.privateKey} value={keyVisible ? privateKey : maskedKey}>
            <Button variant="secondary" small onClick={() => setKeyVisible(!keyVisible)}>
              {keyVisible ? companyWalletTexts.credentials.hide : companyWalletTexts.credentials.show}
            </Button>
            <CopyButton secret value={privateKey} label={companyWalletTexts.credentials.copyKey} />
          </SecretField>
          <SecretField name={companyWalletTexts.credentials.mnemonic} value={mnemonic}>
            <CopyButton secret value={mnemonic} label={companyWalletTexts.credentials.copyMnemonic} />
          </SecretField>
        </dl>
        <NextSteps />
        <Button onClick={onSaved}>{companyWalletTexts.credentials.saved}</Button>
      </div>
    </Card>
  )
}

const maskedKey = '•'.repeat(24)

interface SecretFieldProps {
  readonly name: string
  readonly value: string
  readonly children: ReactNode
}

function SecretField({ name, value, children }: SecretFieldProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
      <dd className="flex flex-wrap gap-2">{children}</dd>
    </div>
  )
}

function NextSteps() {
  return (
    <section aria-label={companyWalletTexts.credentials.next} className="min-w-0">
      <h3 className="mb-2 font-semibold">{companyWalletTexts.credentials.next}</h3>
      <ol className="grid max-w-prose list-decimal gap-1.5 pl-5 wrap-anywhere">
        {companyWalletTexts.credentials.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

/** A page reloaded by mistake would take the only copy along. */
const useConfirmBeforeUnload = () =>
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
