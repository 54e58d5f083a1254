"""OpenStack Swift with its S3 interface for tests: its four servers in one process and one folder, with one copy of each object.

Usage: swift-server.py FOLDER ACCOUNT:USER SECRET REGION. Prints its port once it is ready, and stops when its standard input ends.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import tpool, wsgi
from paste.deploy import loadapp
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder

FOLDER, ACCESS_KEY, SECRET, REGION = sys.argv[1:5]
ACCOUNT, USER = ACCESS_KEY.split(":")
BACKENDS = ("account", "container", "object")

COMMON = f"[DEFAULT]\nswift_dir = {FOLDER}\ndevices = {FOLDER}/devices\nmount_check = false\nlog_level = CRITICAL\n"
CONFIGS = {name: f"{COMMON}[app:main]\nuse = egg:swift#{name}\n" for name in BACKENDS}
CONFIGS["proxy"] = f"""{COMMON}
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth copy proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = {REGION}
allow_multipart_uploads = false
[filter:tempauth]
use = egg:swift#tempauth
user_{ACCOUNT}_{USER} = {SECRET} .admin
[filter:copy]
use = egg:swift#copy
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


class NoCache:
    """Stands in for memcached and never finds anything, so that nothing is stale."""

    def get(self, _key, **_options):
        return None

    def set(self, _key, _value, **_options):
        pass

    def incr(self, _key, delta=1, **_options):
        return delta

    def delete(self, _key, **_options):
        pass


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def without_memcached(app):
    return lambda env, start_response: app({**env, "swift.cache": NoCache()}, start_response)


os.makedirs(os.path.join(FOLDER, "devices", "disk"))
conf = write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n")
utils.SWIFT_CONF_FILE = storage_policy.SWIFT_CONF_FILE = conf
utils.HASH_PATH_SUFFIX = utils.HASH_PATH_PREFIX = b"test"
storage_policy.reload_storage_policies()

sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in CONFIGS}
for name in BACKENDS:
    builder = RingBuilder(1, 1, 0)
    port = sockets[name].getsockname()[1]
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"})
    builder.rebalance()
    builder.get_ring().save(os.path.join(FOLDER, f"{name}.ring.gz"))
for name, socket in sockets.items():
    app = loadapp("config:" + write(f"{name}.conf", CONFIGS[name]), global_conf={"log_name": name})
    eventlet.spawn(wsgi.server, socket, without_memcached(app) if name == "proxy" else app, log_output=False, debug=False)

print(sockets["proxy"].getsockname()[1], flush=True)
# In an operating system thread, so that the servers keep running.
tpool.execute(sys.stdin.read)
