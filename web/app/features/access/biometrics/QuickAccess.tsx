import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../../contract/user.ts'
import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { refresh } from '../../../shared/families.ts'
import { texts } from '../../../texts.ts'
import { BiometricPanel } from './BiometricPanel.tsx'
import { makePasskey } from './ceremony.ts'
import { useQuickAccess, type Place } from './quick-access.ts'

const { quick: words } = texts.biometrics

interface QuickAccessProps extends Place {
  /** Null for a visitor, who is told so on asking. */
  readonly user: User | null
}

export function QuickAccess({ user, insideApp, enrollLink }: QuickAccessProps) {
  const client = useQueryClient()
  const quick = useQuickAccess({ insideApp, enrollLink })
  const here = insideApp ? 'app' : 'web'
  return (
    <>
      <Card>
        <div className="grid gap-4">
          <FormAlert text={quick.complaint} />
          {quick.message !== undefined && <output className="font-medium text-olive">{quick.message}</output>}
          <div className="flex flex-wrap gap-3">
            <Button pending={quick.enabling} onClick={() => void quick.enable()}>
              {words.enable[here]}
            </Button>
            <Button look="secondary" pending={quick.disabling} onClick={quick.disable}>
              {words.disable[here]}
            </Button>
          </div>
        </div>
      </Card>
      {quick.makesPasskey && user !== null && (
        <BiometricPanel
          mode="register"
          ceremony={() => makePasskey(user)}
          onDone={() => void refresh(client, ['passkeys'])}
        />
      )}
    </>
  )
}
