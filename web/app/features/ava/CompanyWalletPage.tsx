import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { CompanyWalletInfo, GeneratedWallet } from '../../../contract/ava/wallet.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { Button } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Notice, QueryView } from '../../components/feedback.tsx'
import { PasswordInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { Forbidden, PageLayout } from '../../components/page-layout.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { call } from '../../shared/api.ts'
import { bindField, useForm } from '../../shared/form.ts'
import { showErrorToast } from '../../toasts.ts'
import { invalidate } from '../../shared/queries.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { isAdmin, useUser } from '../../shared/session.ts'
import { companyWalletQuery } from './queries.ts'
import { avaTexts, companyWalletTexts } from './wallet.texts.ts'

/** The company wallet, for administrators. @rule R-83 */
export function CompanyWalletPage() {
  return isAdmin(useUser()) ? (
    <CompanyWalletPanel />
  ) : (
    <Forbidden title={companyWalletTexts.title} text={companyWalletTexts.forbidden} />
  )
}

/** Holds generated keys in memory only: leaving or reloading the page discards them. @rule S-28 */
function CompanyWalletPanel() {
  const [wallet, setWallet] = useState<GeneratedWallet | null>(null)
  const [dismissed, setDismissed] = useState(false)
  const dismiss = () => {
    setWallet(null)
    setDismissed(true)
  }
  return (
    <PageLayout title={companyWalletTexts.title} intro={companyWalletTexts.intro}>
      {wallet === null ? (
        <WalletStatus focusTitle={dismissed} onGenerated={setWallet} />
      ) : (
        <WalletCredentials wallet={wallet} onSaved={dismiss} />
      )}
    </PageLayout>
  )
}

interface WalletStatusProps {
  /** Moves the focus to the title, after the credentials were dismissed. */
  readonly focusTitle: boolean
  readonly onGenerated: (wallet: GeneratedWallet) => void
}

function WalletStatus({ focusTitle, onGenerated }: WalletStatusProps) {
  const info = useQuery(companyWalletQuery)
  const [refreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    await info.refetch()
    setRefreshing(false)
  }
  return (
    <Card
      title={companyWalletTexts.statusTitle}
      focusTitle={focusTitle}
      action={
        <Button variant="secondary" small pending={refreshing} onClick={() => void refresh()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {companyWalletTexts.refresh}
        </Button>
      }
    >
      <QueryView query={info} skeletonRows={2}>
        {(wallet) => (
          <div className="grid justify-items-start gap-4">
            <FormAlert text={info.error?.message} />
            <Badge tone={wallet.configured ? 'good' : 'gold'}>
              {wallet.configured ? companyWalletTexts.configured : companyWalletTexts.notConfigured}
            </Badge>
            <p className="max-w-prose min-w-0 wrap-anywhere">{wallet.message}</p>
            {wallet.configured ? (
              <WalletDefinitionList wallet={wallet} />
            ) : (
              <GenerateWalletDialog onGenerated={onGenerated} />
            )}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function WalletDefinitionList({ wallet: { walletAddress, balance } }: { readonly wallet: CompanyWalletInfo }) {
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

/** Generates keys after the administrator's password. @rule Q-14 */
function GenerateWalletDialog({ onGenerated }: { readonly onGenerated: (wallet: GeneratedWallet) => void }) {
  const [open, setOpen] = useState(false)
  const form = useForm({ password: '' }, endpoints.generateWallet.body, (values) => values)
  const generation = useGenerateWallet({
    onGenerated,
    onRejected: (error) => {
      const message = errorMessage(error, companyWalletTexts.failed)
      form.showFormError(error, message)
      showErrorToast(message)
    },
  })
  const close = () => {
    form.reset()
    setOpen(false)
  }
  const submit = () => form.submitIfValid((body) => generation.generate(body.password))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{companyWalletTexts.generate}</Button>
      <Dialog
        open={open}
        onClose={close}
        title={companyWalletTexts.generate}
        description={companyWalletTexts.generateIntro}
      >
        <Form label={companyWalletTexts.generate} onSubmit={submit} errorCount={form.errorCount}>
          <PasswordInput
            label={companyWalletTexts.password}
            autoComplete="current-password"
            {...limitsOf(endpoints.generateWallet.body, 'password')}
            {...bindField(form, 'password')}
          />
          <FormAlert text={form.formError} />
          <DialogActions onCancel={close}>
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
  readonly onRejected: (error: ApiError) => void
}

/** Does not use `useApiMutation`, which would cache the password and the keys. @rule Q-14 */
const useGenerateWallet = ({ onGenerated, onRejected }: GenerateWalletCallbacks) => {
  const client = useQueryClient()
  const generation = useMutation({
    gcTime: 0,
    mutationFn: async (password: string) => {
      const { wallet } = await call('generateWallet', { body: { password } })
      onGenerated(wallet)
    },
    onError: onRejected,
    onSettled: () => invalidate(client, ['company-wallet']),
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

/** Generated credentials, shown once; the private key is not in the document until revealed. @rule R-84 */
function WalletCredentials({ wallet: { address, privateKey, mnemonic }, onSaved }: WalletCredentialsProps) {
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

/** Asks for confirmation before a reload, which would discard the only copy. */
const useConfirmBeforeUnload = () =>
  useEffect(() => {
    const confirm = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirm)
    return () => window.removeEventListener('beforeunload', confirm)
  }, [])
