import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { ErrorState } from '../../components/feedback.tsx'
import { call } from '../../shared/api.ts'
import { errorMessage } from '../../shared/api-error.ts'
import { type BalanceCheck, checkBalance } from './balance-proof.ts'
import { balanceCheckTexts } from './wallet.texts.ts'

const texts = balanceCheckTexts

const fetchAndCheck = async (): Promise<BalanceCheck> => {
  const [proof, published] = await Promise.all([call('liabilityProof', {}), call('liabilities', {})])
  return checkBalance(proof, published)
}

/** Checks in the browser that one's own balance is in the total that Garbo owes. @rule D-54 */
export function BalanceCheckCard() {
  const check = useMutation({ mutationFn: fetchAndCheck })
  return (
    <Card title={texts.title}>
      <p className="mb-4 max-w-prose text-muted">{texts.intro}</p>
      <div className="grid justify-items-start gap-4">
        <Button
          variant="secondary"
          pending={check.isPending}
          pendingText={texts.checking}
          onClick={() => check.mutate()}
        >
          {texts.start}
        </Button>
        <output className="block font-semibold">
          {check.data && (check.data.holds ? texts.holds : texts.doesNotHold)}
        </output>
        {check.data && <CheckResult check={check.data} />}
        {check.isError && <ErrorState title={texts.failed} text={errorMessage(check.error, texts.notPossible)} />}
      </div>
    </Card>
  )
}

function CheckResult({ check: { holds, proof, published, nodes } }: { readonly check: BalanceCheck }) {
  return (
    <div className="grid w-full gap-4">
      <p className="max-w-prose">{holds ? texts.found(proof) : texts.keepThis}</p>
      <p className="max-w-prose text-sm text-muted">
        {texts.company(published.companyBalance)} {texts.includes}
      </p>
      <Disclosure title={texts.steps}>
        <ol className="grid gap-3">
          {nodes.map(({ hash, sum, combinedWith }) => (
            <li key={hash} className="grid gap-1 text-sm">
              <span>{combinedWith === null ? texts.leaf(sum) : texts.combined[combinedWith](sum)}</span>
              <code className="break-all text-muted">{hash}</code>
            </li>
          ))}
        </ol>
        <p className="mt-3 text-sm break-all">{texts.publishedRoot(published.root)}</p>
      </Disclosure>
    </div>
  )
}
