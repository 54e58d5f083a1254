import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const block = Buffer.alloc(64 * 1024)

/** Mounts a disk of this size in memory; null where this account may not mount one. */
export const mountSmallDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'billfold-torture', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  let isMounted = true
  const unmount = () => {
    if (!isMounted) return
    isMounted = false
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', unmount)
  return {
    folder,
    /** Writes until the disk is full, also after space was freed. */
    fill: () => {
      const file = openSync(ballast, 'a')
      try {
        for (let size = block.length; size >= 1; ) {
          try {
            writeSync(file, block, 0, size)
          } catch {
            size = Math.floor(size / 2)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount,
  }
}
