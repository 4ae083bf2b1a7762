"""What `doctor` runs on targets that spoil a result: one with aliasing, output, memory at rest."""


def run():
    print("doctor")
    shared = [1, 2.0, "three"]
    return {"numbers": shared, "again": shared}
