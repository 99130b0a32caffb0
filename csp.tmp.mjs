import { chromium } from 'playwright-core'
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const page=await browser.newPage()
page.on('console',m=>console.log(m.type(),JSON.stringify(m.text()),JSON.stringify(m.location())))
await page.addInitScript(()=>document.addEventListener('securitypolicyviolation',e=>console.log('VIOLATION '+e.violatedDirective+' '+e.blockedURI+' '+e.sourceFile+':'+e.lineNumber+':'+e.columnNumber+' '+e.sample)))
await page.goto('http://localhost:4175/'); await page.waitForTimeout(1500); await browser.close()
