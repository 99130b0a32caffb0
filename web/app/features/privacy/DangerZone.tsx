import { endpoints } from '../../../contract/endpoints.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { buttonStyle } from '../../components/styles.ts'
import { accountDeletionTexts } from './texts.ts'

const { path: exportPath } = endpoints.exportData

/** Downloads the data export. @rule Q-93 */
export function DataExport() {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{accountDeletionTexts.export.title}</h3>
      <p className="text-sm text-muted">{accountDeletionTexts.export.text}</p>
      <p className="flex flex-wrap gap-3">
        <a href={`${exportPath}?format=json`} download className={buttonStyle('secondary', true)}>
          {accountDeletionTexts.export.json}
        </a>
        <a href={`${exportPath}?format=csv`} download className={buttonStyle('secondary', true)}>
          {accountDeletionTexts.export.csv}
        </a>
      </p>
    </div>
  )
}

/** Export and deletion, for both kinds of account. @rule P-17 Q-36 Q-93 */
export function DangerZone() {
  return (
    <Card title={accountDeletionTexts.dangerZone.title}>
      <div className="grid gap-5">
        <DataExport />
        <div className="grid gap-2">
          <p className="text-sm text-muted">{accountDeletionTexts.dangerZone.text}</p>
          <p>
            <LinkButton to="/account-deletion" variant="danger">
              {accountDeletionTexts.dangerZone.link}
            </LinkButton>
          </p>
        </div>
      </div>
    </Card>
  )
}
