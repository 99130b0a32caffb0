import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { CompanyWalletInfo, GeneratedWallet } from '../../../contract/company-wallet.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { texts } from '../../texts.ts'
import { companyWallet } from './company.queries.ts'
import { Generate } from './Generate.tsx'

const { companyWallet: words, ava } = texts

interface WalletInfoProps {
  /** From the credentials. */
  readonly cameBack: boolean
  readonly onGenerated: (wallet: GeneratedWallet) => void
}

export function WalletInfo({ cameBack, onGenerated }: WalletInfoProps) {
  const info = useQuery(companyWallet)
  const [asked, ask] = useState(false)
  const refresh = async () => {
    ask(true)
    await info.refetch()
    ask(false)
  }
  return (
    <Card
      title={words.state}
      arrived={cameBack}
      action={
        <Button look="secondary" small pending={asked} onClick={() => void refresh()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {words.refresh}
        </Button>
      }
    >
      <Loaded query={info} rows={2}>
        {(known) => (
          <div className="grid justify-items-start gap-4">
            <FormAlert text={info.error?.message} />
            <Badge tone={known.configured ? 'good' : 'gold'}>
              {known.configured ? words.configured : words.missing}
            </Badge>
            <p className="max-w-prose min-w-0 wrap-anywhere">{known.message}</p>
            {known.configured ? <Facts known={known} /> : <Generate onGenerated={onGenerated} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Facts({ known: { walletAddress, balance } }: { readonly known: CompanyWalletInfo }) {
  return (
    <dl className="grid min-w-0 gap-3">
      <div>
        <dt className="text-sm text-muted">{words.address}</dt>
        <dd className="font-medium break-all">{walletAddress}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{words.balance}</dt>
        <dd className="font-semibold tabular-nums">{balance === null ? words.unknown : ava.amount(balance)}</dd>
      </div>
    </dl>
  )
}
