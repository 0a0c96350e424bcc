/** TLS, an administrator's policy and the system's proxy, in the Electron that runs here and its own TLS library. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Certificate, makeCertificate, makeRoot } from '../../src/main/service/testing/certificates'
import { httpAnswer, type RawService, startRawService } from '../../src/main/service/testing/raw-service'
import { secureHost } from '../../src/main/service/testing/secure-exchange'
import { startTunnelProxy, type TunnelProxy } from '../../src/main/service/testing/tunnel-proxy'
import { opened } from '../fixtures/opened'
import { test as base, expect } from '../fixtures/till'

type Scene = {
  readonly folder: string
  readonly root: Certificate
  readonly certificate: Certificate
  readonly service: RawService
  readonly proxy: TunnelProxy
}

async function openScene(): Promise<Scene> {
  const root = await makeRoot()
  const certificate = await makeCertificate({ host: secureHost, ca: root })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-network-'))
  writeFileSync(path.join(folder, 'root.pem'), root.cert, { mode: 0o600 })
  const answering = {
    onRequest: (line: { end: (text: string) => unknown }) => line.end(httpAnswer(200, '{}')),
  }
  return {
    folder,
    root,
    certificate,
    service: await startRawService(answering, certificate),
    proxy: await startTunnelProxy(),
  }
}

async function closeScene({ folder, service, proxy }: Scene): Promise<void> {
  await proxy.close()
  await service.close()
  rmSync(folder, { recursive: true })
}

const test = base.extend<{ scene: Scene }>({ scene: opened(openScene, closeScene) })

/** How a refund ends by this policy, where the system names the proxy, and how often the proxy was asked. */
async function refund({ folder, service, proxy }: Scene, policy: object, env: Record<string, string> = {}) {
  const file = path.join(folder, 'policy.json')
  writeFileSync(file, JSON.stringify(policy), { mode: 0o600 })
  const tunnels = () => proxy.asked.filter((order) => order.startsWith(`CONNECT ${secureHost}:`)).length
  const before = tunnels()
  const program: unknown = require('electron')
  const named = `http://127.0.0.1:${proxy.port}`
  const sandbox = process.env.TILLSIDE_E2E_SANDBOX === 'off' ? ['--no-sandbox'] : []
  const args = [...sandbox, path.join(__dirname, 'refund-once.cjs')]
  const child = spawn(String(program), [...args, `${service.port}`, file], {
    env: { ...process.env, https_proxy: named, http_proxy: named, no_proxy: '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  await new Promise((ended) => child.once('close', ended))
  const { kind, reason, problem } = JSON.parse(output)
  return { ended: reason ?? kind, problem, asked: tunnels() - before }
}

const certificateAuthorities = ({ folder }: Scene) => path.join(folder, 'root.pem')

if (process.platform === 'linux') {
  test('a refund goes through the system’s proxy once, or straight where the policy says so', async ({
    scene,
  }) => {
    const authorities = certificateAuthorities(scene)
    expect([
      await refund(scene, { certificateAuthorities: authorities }),
      await refund(scene, { certificateAuthorities: authorities, proxy: 'none' }),
    ]).toEqual([
      { ended: 'answered', problem: null, asked: 1 },
      { ended: 'answered', problem: null, asked: 0 },
    ])
    expect(scene.service.received.length).toBe(2)
  })

  test('nobody but the administrator says whom the till trusts', async ({ scene }) => {
    const own = certificateAuthorities(scene)
    const variables = [
      {},
      { SSL_CERT_FILE: own },
      { SSL_CERT_DIR: scene.folder },
      { NODE_EXTRA_CA_CERTS: own },
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    ]
    for (const env of variables) {
      expect(await refund(scene, {}, env)).toEqual({ ended: 'certificate', problem: null, asked: 1 })
    }
    expect(scene.service.received.join('')).toBe('')
  })
}
