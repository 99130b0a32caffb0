import { useEffect, useState, type ReactNode } from 'react'
import type { GeneratedWallet } from '../../../contract/company-wallet.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { texts } from '../../texts.ts'

const { panel: words, address: addressWord } = texts.companyWallet

interface CredentialsProps {
  readonly wallet: GeneratedWallet
  readonly onSaved: () => void
}

/** seen once; the key is not even on the page until it is asked for. */
export function Credentials({ wallet: { address, privateKey, mnemonic }, onSaved }: CredentialsProps) {
  const [revealed, reveal] = useState(false)
  useAskBeforeLeaving()
  return (
    <Card title={words.title} arrived>
      <div className="grid justify-items-start gap-5">
        <Notice>
          <p className="font-semibold">{words.warning}</p>
        </Notice>
        <dl className="grid w-full min-w-0 gap-5">
          <Secret name={addressWord} shown={address}>
            <CopyButton value={address} label={words.copyAddress} />
          </Secret>
          <Secret name={words.privateKey} shown={revealed ? privateKey : mask}>
            <Button look="secondary" small onClick={() => reveal(!revealed)}>
              {revealed ? words.hide : words.show}
            </Button>
            <CopyButton secret value={privateKey} label={words.copyKey} />
          </Secret>
          <Secret name={words.mnemonic} shown={mnemonic}>
            <CopyButton secret value={mnemonic} label={words.copyMnemonic} />
          </Secret>
        </dl>
        <NextSteps />
        <Button onClick={onSaved}>{words.saved}</Button>
      </div>
    </Card>
  )
}

const mask = '•'.repeat(24)

interface SecretProps {
  readonly name: string
  readonly shown: string
  readonly children: ReactNode
}

function Secret({ name, shown, children }: SecretProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{shown}</dd>
      <dd className="flex flex-wrap gap-2">{children}</dd>
    </div>
  )
}

function NextSteps() {
  return (
    <section aria-label={words.next} className="min-w-0">
      <h3 className="mb-2 font-semibold">{words.next}</h3>
      <ol className="grid max-w-prose list-decimal gap-1.5 pl-5 wrap-anywhere">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

/** A page reloaded by mistake would take the only copy along. */
const useAskBeforeLeaving = () =>
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
