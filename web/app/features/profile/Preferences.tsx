import { useState } from 'react'
import type { OwnProfile } from '../../../contract/profile.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { CheckBox } from '../../components/CheckBox.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { profile: words } = texts
const asked = [
  ['emailNotifications', words.setup.emailNotifications],
  ['smsNotifications', words.setup.smsNotifications],
  ['marketingConsent', words.setup.marketing],
] as const

/** What was consented to in the wizard can be withdrawn as easily. */
export function Preferences({ profile }: { readonly profile: OwnProfile }) {
  const { emailNotifications, smsNotifications, marketingConsent } = profile
  const [chosen, setChosen] = useState({ emailNotifications, smsNotifications, marketingConsent })
  const saving = useWrite('updateProfile', {
    refreshes: ['account'],
    onDone: () => showToast({ title: words.preferences.saved }),
    onRefused: (error) => complain(said(error, words.failed)),
  })
  return (
    <Card title={words.preferences.title}>
      <p className="mb-4 text-sm text-muted">{words.preferences.intro}</p>
      <div className="grid gap-4">
        {asked.map(([name, label]) => (
          <CheckBox
            key={name}
            label={label}
            checked={chosen[name]}
            onChange={({ target }) => setChosen((now) => ({ ...now, [name]: target.checked }))}
          />
        ))}
        <div>
          <Button
            look="secondary"
            pending={saving.isPending}
            pendingText={words.saving}
            onClick={() => saving.mutate({ body: { preferences: chosen } })}
          >
            {words.preferences.save}
          </Button>
        </div>
      </div>
    </Card>
  )
}
