"""What every new interpreter of a box runs at its start, as `sitecustomize`: it finds the packages of this call.

They come behind Python's own library and bring nothing that runs by itself: no `.pth` file of theirs is read.
"""

import os
import sys

folders = [each for each in os.environ.get("ASSAY_PACKAGES", "").split(os.pathsep) if each]
if folders:
    # What the image has beside them is not part of this call.
    sys.path[:] = [path for path in sys.path if path != "/packages"] + folders
del folders
